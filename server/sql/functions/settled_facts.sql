-- How an order ended, as its message says it (contract/messageFacts.ts). Amounts have the decimals of the order's own currency.
create or replace function settled_facts(closed trade_order, product product) returns jsonb language sql stable as $$
  select jsonb_build_object('orderId', closed.id, 'symbol', product.symbol,
    'number', reference_number('FT', closed.number, closed.accepted_at_ms),
    'profitLoss', round(closed.profit_loss / 10::numeric ^ closed.scale, closed.scale)::text,
    'status', order_status_name(closed.status))
$$;
