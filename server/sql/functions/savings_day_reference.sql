-- The ledger's reference of a day's earnings: 2026-11-21 is 00000000-0000-0000-0000-000020261121. With the user and the
-- kind it is unique, so the ledger itself refuses to pay a day twice.
create or replace function savings_day_reference(p_day date) returns uuid language sql immutable as $$
  select lpad(to_char(p_day, 'YYYYMMDD'), 32, '0')::uuid
$$;
