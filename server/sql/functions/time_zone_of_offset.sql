-- A time zone that is always this far from UTC, written so that every PostgreSQL knows it; null for what is no offset.
-- "+05:30", "-3", "GMT+08:00": plus is east of UTC, while PostgreSQL's own sign says what to add to get UTC.
create or replace function time_zone_of_offset(p_offset text) returns text language sql immutable as $$
  select format('<%1$s%2$s%3$s>%4$s%2$s:%3$s', sign, hours, minutes, case sign when '+' then '-' else '+' end)
    from (select part[1] as sign, lpad(part[2], 2, '0') as hours, coalesce(part[3], '00') as minutes
            from regexp_match(p_offset, '^(?:GMT|UTC)?([+-])([01]?\d)(?::?([0-5]\d))?$') as part) asked
$$;
