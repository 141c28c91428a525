-- The first transfer that may be as new as `p_at`, by bisection over ids. Ids grow with time, except for the duration
-- of a transfer and for clocks that were set back. The caller leaves room for both, and compares exactly.
create or replace function ledger_transfer_near(p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  v_low bigint := 0;
  v_high bigint := coalesce((select max(id) from ledger_transfer), 0) + 1;
  v_middle bigint;
  v_created_at timestamptz;
begin
  while v_low < v_high loop
    v_middle := (v_low + v_high) / 2;
    select created_at into v_created_at from ledger_transfer where id >= v_middle order by id limit 1;
    if found and v_created_at < p_at then
      v_low := v_middle + 1;
    else
      v_high := v_middle;
    end if;
  end loop;
  return v_low;
end $$;
