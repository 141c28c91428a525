-- A note about a user stays as long as the user does; a deletion of the user comes before that of the notes.
create or replace function refuse_note_loss() returns trigger language plpgsql as $$
begin
  if exists (select from app_user where id = old.user_id and deleted_at is null) then
    raise exception 'user_note is append-only' using errcode = '2F002';
  end if;
  return old;
end $$;
