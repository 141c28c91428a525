-- For tables that hold something personal. The lock waits for a deletion that is under way to commit, and then sees it.
create or replace function refuse_deleted_user() returns trigger language plpgsql as $$
begin
  perform 1 from app_user where id = new.user_id and deleted_at is null for key share;
  if not found then
    raise exception 'user % was deleted', new.user_id using errcode = 'FT410';
  end if;
  return new;
end $$;
