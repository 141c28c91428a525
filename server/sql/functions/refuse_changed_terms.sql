create or replace function refuse_changed_terms() returns trigger language plpgsql as $$
begin
  raise exception 'the terms of order % were accepted and do not change', old.id using errcode = '2F002';
end $$;
