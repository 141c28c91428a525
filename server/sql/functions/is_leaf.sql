-- Whether a leaf's text begins with this kind and version and has exactly these fields behind it.
create or replace function is_leaf(p_entry text, p_form text, p_fields text[]) returns boolean
language sql immutable parallel safe as $$
  select starts_with(p_entry, p_form || '|') and split_part(p_entry, '|', cardinality(p_fields) + 2) <> ''
    and split_part(p_entry, '|', cardinality(p_fields) + 3) = ''
$$;
