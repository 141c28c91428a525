-- The triggers of a table also guard each of its partitions: a statement that names one does not pass by the whole. Who
-- may read the whole may read the partition.
create or replace function guard_partition(p_partition text, p_parent text) returns void language plpgsql as $$
declare
  v_guard text := (select guard from partitioned_table where name = p_parent);
  v_reader regrole;
begin
  if v_guard = 'append_only' then
    execute format('create trigger %I before update or delete or truncate on %I for each statement execute function refuse_change()',
                   p_parent || '_append_only', p_partition);
  elsif v_guard = 'archived' then
    execute format('create trigger %I before update or truncate on %I for each statement execute function refuse_change()',
                   p_parent || '_append_only', p_partition);
    execute format('create trigger %I after delete on %I referencing old table as gone for each statement '
                   'execute function refuse_unarchived()', p_parent || '_kept', p_partition);
  end if;
  for v_reader in
    select distinct entry.grantee from pg_class relation, aclexplode(relation.relacl) entry
     where relation.oid = p_parent::regclass and entry.privilege_type = 'SELECT'
       and entry.grantee not in (0, relation.relowner)
  loop
    execute format('grant select on %I to %s', p_partition, v_reader);
  end loop;
end $$;
