-- Whether this PostgreSQL can count days by this name.
create or replace function is_time_zone(p_name text) returns boolean language plpgsql stable as $$
begin
  return now() at time zone p_name is not null;
exception when invalid_parameter_value then
  return false;
end
$$;
