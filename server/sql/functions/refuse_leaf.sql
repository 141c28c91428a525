-- For a leaf's text that has not the form that is read; null has none.
create or replace function refuse_leaf(p_entry text, p_form text) returns text language plpgsql immutable strict parallel safe as $$
begin
  raise exception 'a leaf has not the form of "%": %', p_form, left(p_entry, 24) using errcode = '22023';
end $$;
