-- When a time-ordered id (UUID version 7) was made, by the clock of its maker.
create or replace function id_made_at_ms(p_id uuid) returns bigint language sql immutable as $$
  select ('x' || left(p_id::text, 8) || substr(p_id::text, 10, 4))::bit(48)::bigint
$$;
