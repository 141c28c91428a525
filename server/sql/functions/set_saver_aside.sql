-- Notes that something of a saver could not be booked; `p_from_day` is the first day whose earnings are owed, if any are.
create or replace function set_saver_aside(p_user bigint, p_reason text, p_at timestamptz, p_from_day date) returns void
language sql as $$
  insert into savings_set_aside as aside (user_id, reason, since, retry_at, from_day)
    values (p_user, p_reason, p_at, p_at + interval '1 minute', p_from_day)
    on conflict (user_id) do update
      set reason = excluded.reason, tries = aside.tries + 1,
          retry_at = p_at + interval '1 minute' * least(aside.tries + 1, 10),
          from_day = least(aside.from_day, excluded.from_day)
$$;
