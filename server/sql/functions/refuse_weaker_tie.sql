-- A tie between two people of the staff gets no weaker.
create or replace function refuse_weaker_tie() returns trigger language plpgsql as $$
begin
  if (new.login, new.made_by) = (old.login, old.made_by) and new.alone >= old.alone and new.at >= old.at then
    return new;
  end if;
  raise exception 'a tie between people of the staff gets no weaker' using errcode = '2F002';
end $$;
