-- The leaf of the settlements log for a settlement text: the minute of the order's id, and the hashes of the id and of
-- the text. An order whose id another one has (`trade_order.id_turn`) cannot have the id's place. No verifier accepts the place that
-- it gets, so that this gives the house no second result to choose from.
create or replace function result_place(p_entry text, p_id_turn smallint default 0) returns table (minute int, key bytea, hash bytea)
language sql stable as $$
  select (id_made_at_ms(settlement_field(p_entry, 'id')::uuid) / 60000)::int,
         sha256(convert_to(settlement_field(p_entry, 'id') || case when p_id_turn > 0 then '|' || p_id_turn else '' end, 'UTF8')),
         sha256(convert_to(p_entry, 'UTF8'))
$$;
