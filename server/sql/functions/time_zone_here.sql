-- The time zone of a device, or of a stored limit, by a name that this PostgreSQL knows: today's name if it knows that, another
-- name of the same zone, a fixed offset, or else UTC. Devices and databases know different names, and a database may be
-- moved; nothing is refused for that. `p_offset`: where the zone is now, in case that nothing here knows its name.
create or replace function time_zone_here(p_name text, p_offset text default null) returns text language plpgsql stable as $$
declare
  name text;
begin
  -- Without a slash it could be an abbreviation, which has no daylight saving time; names of zones are among the first.
  foreach name in array coalesce(same_time_zones(p_name), '{}')
      || array[case when p_name like '%/%' or p_name like '<%' then p_name end,
               time_zone_of_offset(p_name), time_zone_of_offset(p_offset)]
  loop
    if name is not null and is_time_zone(name) then return name; end if;
  end loop;
  return 'UTC';
end
$$;
