-- Work for a settlement pass: orders whose acceptance no head holds, orders without their entry tick, and orders that
-- can be closed. One question, since it is asked ten times a second whether there are orders or not; PL/pgSQL keeps its
-- plan.
create or replace function pass_due(out acceptances boolean, out entries boolean, out settlements boolean)
language plpgsql stable as $$
begin
  entries := exists (select from trade_order placed where placed.status = order_pending());
  acceptances := entries and acceptance_due();
  settlements := settlement_due();
end $$;
