-- Whether an order waits for a head that holds its acceptance. PL/pgSQL keeps its plan, and this is asked ten times a second.
create or replace function acceptance_due() returns boolean language plpgsql stable as $$
begin
  return exists (select from trade_order placed
                  where placed.status = order_pending()
                    and not exists (select from accepted_order known where known.order_number = placed.number)
                    and not exists (select from order_set_aside aside
                                     where aside.order_number = placed.number and aside.waiting));
end $$;
