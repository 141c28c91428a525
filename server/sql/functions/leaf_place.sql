-- Returns at which place of a leaf's text a field is. The kind and the version come first.
create or replace function leaf_place(p_fields text[], p_name text) returns int language plpgsql immutable parallel safe as $$
begin
  if p_name = any (p_fields) then
    return array_position(p_fields, p_name) + 2;
  end if;
  raise exception '% is no field of this leaf', p_name using errcode = '22023';
end $$;
