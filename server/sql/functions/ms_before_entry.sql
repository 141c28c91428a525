-- The last millisecond before the second of an order's entry: the first whole second that begins more than 3 s after the time in the
-- id. Until then an order may arrive, and a head has to hold it.
create or replace function ms_before_entry(p_id uuid) returns bigint language sql immutable parallel safe
return ((id_made_at_ms(p_id) + 3000) / 1000 + 1) * 1000 - 1;
