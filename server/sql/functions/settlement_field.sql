-- Returns a field of a settlement's text by its name.
create or replace function settlement_field(p_entry text, p_name text) returns text language sql immutable parallel safe as $$
  select leaf_field(p_entry, 'settlement|5', settlement_fields(), p_name)
$$;
