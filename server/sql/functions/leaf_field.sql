-- Returns a field of a leaf's text by its name. A text of another form is refused: whoever counts or looks for fields would find
-- nothing in it, or something else.
create or replace function leaf_field(p_entry text, p_form text, p_fields text[], p_name text) returns text
language sql immutable parallel safe as $$
  select case when is_leaf(p_entry, p_form, p_fields) then split_part(p_entry, '|', leaf_place(p_fields, p_name))
              else refuse_leaf(p_entry, p_form) end
$$;
