-- What two people decided is in the audit log, which nobody changes: a tie ends, and a proposal is agreed to, only in a transaction
-- that adds its entry. Looked at when the transaction ends.
create or replace function refuse_unaudited() returns trigger language plpgsql as $$
declare
  v_action text;
  v_subject text;
begin
  if tg_op = 'DELETE' then
    v_action := 'staff.confirm';
    v_subject := 'staff ' || old.login;
  else
    v_action := new.action;
    v_subject := new.subject;
  end if;
  -- Until this transaction ends, no other one adds entries (chain_audit_entry).
  perform from audit_entry
    where subject = v_subject and action = v_action and created_at >= transaction_timestamp();
  if not found then
    raise exception 'nothing in the audit log says %', v_action using errcode = '2F002';
  end if;
  return null;
end $$;
