-- The audit log is searched by who, by what and by whom it concerns, newest first.
create index audit_entry_by_actor on audit_entry (actor, id desc);
create index audit_entry_by_action on audit_entry (action, id desc);
create index audit_entry_by_subject on audit_entry (subject, id desc);
