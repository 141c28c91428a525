-- A tick leaves the log only if the archive has it.
create or replace function refuse_unarchived() returns trigger language plpgsql as $$
begin
  if exists (
    select from gone
     where not exists (select from tick_archive stretch
                        where stretch.product_id = gone.product_id
                          and gone.sequence between stretch.first and stretch.last)
  ) then
    raise exception 'tick is append-only' using errcode = '2F002';
  end if;
  return null;
end $$;
