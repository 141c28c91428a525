-- An account that was deleted does not come back.
create or replace function refuse_return() returns trigger language plpgsql as $$
begin
  raise exception 'account % was deleted', old.id using errcode = '2F002';
end $$;
