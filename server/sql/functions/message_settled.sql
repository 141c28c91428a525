-- Tells the users of orders that were just closed how they ended, in the same transaction. The list of messages reads a result
-- from its order, where the app shows it at once: it needs no row, and counts as read. A void order has its own row,
-- because it needs to be explained; users who muted messages about orders get none.
create or replace function message_settled(p_closed trade_order[]) returns void language plpgsql as $$
declare
  v_user bigint[];
  v_kind text[];
  v_facts jsonb[];
begin
  insert into message (user_id, kind, facts, reference)
    select closed.user_id, 'order_settled', settled_facts(closed, product), closed.id::text
      from unnest(p_closed) as closed join product on product.id = closed.product_id
      left join message_preference preference on preference.user_id = closed.user_id
     where closed.status = order_void() and not ('orders' = any (coalesce(preference.muted, '{}')))
  on conflict do nothing;

  if not exists (select from push_subscription) then
    return;
  end if;
  select array_agg(closed.user_id order by closed.number), array_agg('order_settled'::text),
         array_agg(settled_facts(closed, product) order by closed.number)
    into v_user, v_kind, v_facts
    from unnest(p_closed) as closed join product on product.id = closed.product_id
   where closed.status <> order_void() and exists (select from push_subscription where user_id = closed.user_id);
  perform queue_pushes(v_user, v_kind, v_facts);
end $$;
