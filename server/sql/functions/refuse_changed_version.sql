-- An announced change of a product never changes: it comes into force or is withdrawn, once.
create or replace function refuse_changed_version() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.applied_at is null and old.withdrawn_at is null
     and (old.id, old.symbol, old.revision, old.part, old.terms, old.announced_at, old.effective_at, old.made_by)
         is not distinct from
         (new.id, new.symbol, new.revision, new.part, new.terms, new.announced_at, new.effective_at, new.made_by) then
    return new;
  end if;
  raise exception 'product_change is append-only' using errcode = '2F002';
end $$;
