-- Whether a text has the form of a settlement's. For the auditor, to which any other one is a finding, not an error.
create or replace function is_settlement(p_entry text) returns boolean language sql immutable parallel safe as $$
  select is_leaf(p_entry, 'settlement|5', settlement_fields())
$$;
