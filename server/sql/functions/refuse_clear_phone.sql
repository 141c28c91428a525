-- For a phone number that is not sealed, once all are. Whoever writes one before holds this lock until it is committed, and the
-- step that seals (ops keys seal-phones) waits for it: no clear number is written behind its back.
create or replace function refuse_clear_phone() returns trigger language plpgsql as $$
begin
  if not exists (select from phones_sealed) then
    lock table registration in row exclusive mode;
    if not exists (select from phones_sealed) then
      return new;
    end if;
  end if;
  raise exception 'phone numbers are sealed in this database' using errcode = '2F002';
end $$;
