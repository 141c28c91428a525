-- Tells the users of orders that were just closed how they ended, in the same transaction; users who muted messages about
-- orders get none. Amounts have the decimals of the order's own currency. The app shows a result where the order was, so
-- its message counts as read: the number of unread ones stays about money and security. A void order needs to be explained.
create or replace function message_settled(p_closed trade_order[]) returns void language sql as $$
  insert into message (user_id, kind, facts, reference, read_at)
    select closed.user_id, 'order_settled',
           jsonb_build_object('orderId', closed.id, 'symbol', product.symbol,
             'number', reference_number('FT', closed.number, closed.accepted_at_ms),
             'profitLoss', round(closed.profit_loss / 10::numeric ^ closed.scale, closed.scale)::text,
             'status', order_status_name(closed.status)),
           closed.id::text,
           case when closed.status <> order_void() then clock_timestamp() end
      from unnest(p_closed) as closed join product on product.id = closed.product_id
      left join message_preference preference on preference.user_id = closed.user_id
     where not ('orders' = any (coalesce(preference.muted, '{}')))
  on conflict do nothing
$$;
