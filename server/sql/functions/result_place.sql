-- The leaf of the settlements log for a settlement text: the minute of the order's id, and the hashes of the id and of
-- the text.
create or replace function result_place(p_entry text) returns table (minute int, key bytea, hash bytea) language sql stable as $$
  select (id_made_at_ms(settlement_field(p_entry, 'id')::uuid) / 60000)::int,
         sha256(convert_to(settlement_field(p_entry, 'id'), 'UTF8')), sha256(convert_to(p_entry, 'UTF8'))
$$;
