-- Permissions in the database. Applied by the owner of the tables at each change of the schema, if the three roles
-- are there or can be made; what an account of the server may do comes from one of them (docs/SECURITY.md).
--   fairtick_node      nodes: what users do, prices, settlement, the log
--   fairtick_ops       the staff console and the operator's commands
--   fairtick_auditor   reads the books and decides again; it writes how far it is, and what it found
--   fairtick_archiver  moves old ticks to the object store: it reads the tables below, and drops ticks by a function of the owner
-- A table that is not here is for its owner only. Nobody has truncate, references or trigger, and of tables that only grow
-- nobody but the owner has update or delete; roles.test.ts compares these lines with the catalogue.
do $$
declare
  v_grant record;
  v_relation regclass;
  v_archiver_reads constant text[] := array['log_node', 'product', 'tick', 'tick_archive', 'tick_head', 'trade_order'];
begin
  for v_grant in
    select * from (values
      -- Ticks, acceptances, settlements and the log of heads. Staff write none of them.
      ('acceptance', 'select, insert', 'select', 'select'),
      ('accepted_order', 'select, insert', 'select', 'select'),
      ('cosignature', 'select, insert, update, delete', 'select', 'select'),
      -- A statement about a restored log is an entry there, too.
      ('feed_event', 'select, insert', 'select, insert', 'select'),
      -- A new key and such a statement are an operator's act, each signed by the keys.
      ('key_change', 'select', 'select, insert', 'select'),
      ('log_node', 'select, insert', 'select', 'select'),
      ('log_restore', 'select', 'select, insert', 'select'),
      ('result_leaf', 'select, insert', 'select', 'select'),
      ('result_node', 'select, insert, update', 'select', 'select'),
      ('settlement', 'select, insert', 'select', 'select'),
      ('settlement_day', 'select, insert, update', 'select', 'select'),
      ('settlement_log', 'select, update', 'select', 'select'),
      ('shared_result', 'select, insert, delete', 'select, delete', ''),
      ('signed_update', 'select, insert, delete', 'select', 'select'),
      ('tick', 'select, insert', 'select', 'select'),
      ('tick_archive', 'select', 'select', 'select'),
      ('tick_head', 'select, insert, update', 'select', 'select'),
      ('tick_source', 'select, insert, update', 'select', 'select'),
      ('time_stamp', 'select, insert, delete, update (ots, ots_in_block, ots_ask_at)', 'select', ''),
      ('tree_head', 'select, insert', 'select', 'select'),
      ('candle', 'select, insert, update, delete', 'select', ''),

      -- Orders: their terms stay as they were accepted, and only nodes end them.
      ('trade_order', 'select, insert, update (status, version, entry_sequence, entry_at_ms, entry_price, expires_at_ms,
          exit_sequence, exit_at_ms, exit_price, closed_at_ms, profit_loss, void_reason, head_number, entry_update, exit_update)', 'select', 'select'),
      ('order_set_aside', 'select, insert, update, delete', 'select', 'select'),
      ('product_exposure', 'select, update', 'select', ''),

      -- The books. An operator's credit or payment is a transfer as any other.
      ('ledger_account', 'select, insert, update (balance, version)', 'select, insert, update (balance, version)', 'select'),
      ('ledger_transfer', 'select, insert', 'select, insert', 'select'),
      ('ledger_posting', 'select, insert', 'select, insert', 'select'),
      -- Their time is the database's, and the trigger numbers and chains them.
      ('audit_entry', 'select', 'select, insert (actor, reason, action, subject, details)', 'select'),
      ('audit_end', 'select', 'select', 'select'),
      ('savings_account', 'select, insert, update', 'select', 'select'),
      ('savings_earning', 'select, insert', 'select', 'select'),
      ('savings_fund', 'select, update', 'select, update (one)', 'select'),
      ('savings_income', 'select, insert', 'select, insert, update', 'select'),
      ('savings_closed_day', 'select, insert', 'select, insert, update, delete', 'select'),
      ('savings_movement', 'select, insert, update', 'select', 'select'),
      ('savings_set_aside', 'select, insert, update, delete', 'select', 'select'),
      ('deposit', 'select, insert, update', 'select, update', 'select'),
      ('deposit_notice', 'select, insert, update', 'select', ''),
      ('withdrawal', 'select, insert, update', 'select, update (status, reason_code, reason_note,
          payout_reference, picked_up_at, picked_up_by, ended_at)', 'select'),

      -- Products: staff announce versions, and nodes bring them into force.
      ('product', 'select, insert, update', 'select, update (maintenance, maintenance_until)', 'select'),
      ('product_duration', 'select, insert, delete', 'select', ''),
      ('product_change', 'select, update (applied_at, before)', 'select, insert, update (withdrawn_at)', 'select'),

      -- Users.
      ('app_user', 'select, insert, update', 'select, update (first_login_at, phone_country)', 'select (id, account, deleted_at)'),
      ('account_break', 'select, insert, update, delete', 'select, insert, update', ''),
      ('account_freeze', 'select', 'select, insert, delete', ''),
      ('account_limit', 'select, insert, update, delete', 'select', ''),
      ('person_break', 'select, insert, update, delete', 'select, insert, update', ''),
      ('change_code', 'select, delete', 'select, insert, update, delete', ''),
      ('device', 'select, insert, update, delete', 'select, delete', ''),
      ('favourite', 'select, insert, update, delete', '', ''),
      ('guess', 'select, insert, update, delete', 'select, delete', ''),
      ('login_lane', 'select, insert, update, delete', '', ''),
      ('login_pressure', 'select, insert, update, delete', '', ''),
      ('login_record', 'select, insert, delete', 'select', ''),
      ('opening_code', 'select, insert, update', 'select, insert', ''),
      ('passkey', 'select, insert, update, delete', 'select, delete', ''),
      -- Staff never change what is sealed of a user, such as who is paid: a new key is brought by the account of nodes.
      ('payout_account', 'select, insert, update, delete', 'select, update (change_open, name_decided_at, name_accepted, name_reason)', ''),
      ('phone_mark', 'select, insert, delete', 'select, insert, delete', ''),
      ('price_alert', 'select, insert, update, delete', '', ''),
      ('price_alert_progress', 'select, insert, update', '', ''),
      ('recovery_code', 'select, insert, delete', 'select, delete', ''),
      ('registration', 'select, insert, update (sealed_phone), delete', 'select', ''),
      ('reset_code', 'select, delete', 'select, insert, update, delete', ''),
      ('second_factor', 'select, insert, update, delete', 'select, delete', ''),
      ('session', 'select, insert, update, delete', 'select, delete', ''),
      ('upload', 'select, insert, update, delete', 'select, update (delete_after)', ''),
      ('used_challenge', 'select, insert, update, delete', 'select, insert, update, delete', ''),
      ('user_note', 'select, delete', 'select, insert', ''),
      ('user_phone', 'select, insert, update (sealed), delete', 'select, insert, delete', ''),
      ('verification', 'select, insert, update, delete', 'select, update (status, opened_at, reason, valid_until, decided_at)', ''),
      ('withdrawal_hold', 'select, insert, update, delete', 'select, insert, update', ''),

      -- Messages to users.
      ('announcement', 'select, insert, delete', 'select, insert', ''),
      ('announcement_read', 'select, insert, update, delete', '', ''),
      ('message', 'select, insert, update, delete', 'select, insert', ''),
      ('message_preference', 'select, insert, update, delete', 'select', ''),
      ('push_delivery', 'select, insert, update, delete', 'select, insert, delete', ''),
      ('push_fanout', 'select, insert, update, delete', 'insert', ''),
      ('push_preference', 'select, insert, update, delete', 'select', ''),
      ('push_subscription', 'select, insert, update, delete', 'select, delete', ''),
      ('content_draft', 'select', 'select, insert, update, delete', ''),
      ('content_item', 'select, insert, update', 'select, insert, update', ''),
      ('content_media', 'select, insert, update, delete', 'select, insert, update', ''),
      ('content_text', 'select, insert, delete', 'select, insert, delete', ''),
      ('help_line', 'select', 'select, insert, update, delete', ''),

      -- Staff.
      ('bank_file_description', '', 'select, insert, update, delete', ''),
      ('bank_statement', '', 'select, insert, update', ''),
      ('funding_movement', '', 'select', ''),
      ('bank_statement_line', 'select, update (sealed_text)', 'select, insert,
          update (sealed_text, aside_by, aside_at, aside_reason)', ''),
      ('operator_reason', 'select', 'select, insert', ''),
      ('queue_claim', '', 'select, insert, update, delete', ''),
      ('staff_day', '', 'select, insert, update', ''),
      ('staff_guess', '', 'select, insert, update, delete', ''),
      ('staff_identity', '', 'select, insert, delete', ''),
      ('staff_invitation', '', 'select, insert, update, delete', ''),
      ('staff_key', '', 'select, insert, update', ''),
      ('staff_member', '', 'select, insert, update', ''),
      ('staff_passkey', '', 'select, insert, update, delete', ''),
      -- The proposal and its author stay.
      ('staff_proposal', '', 'select, insert, update (outcome, decided_by, decided_at, decision_reason, sealed_params, expires_at)', ''),
      ('staff_provider_visit', '', 'select, insert, delete', ''),
      ('staff_try', '', 'select, insert, update, delete', ''),
      ('staff_tie', '', 'select, insert, update (alone, at), delete', ''),
      ('staff_session', '', 'select, insert, update, delete', ''),

      -- The installation. Of the settings the auditor writes its own; see the policies below.
      ('lease', 'select, insert, update', '', ''),
      ('migration', 'select', 'select', 'select'),
      ('partitioned_table', 'select', 'select', 'select'),
      ('setting', 'select, insert, update, delete', 'select, insert, update', 'select, insert, update'),
      ('sql_file', 'select', 'select', 'select'),
      ('table_partition', 'select', 'select', 'select'),

      ('audit_entry_id_seq', '', '', ''),
      ('deposit_number_seq', 'usage', '', ''),
      ('ledger_transfer_id_seq', 'usage, select', 'usage, select', 'select'),
      ('message_id_seq', 'usage', 'usage', ''),
      ('trade_order_number_seq', 'usage', '', ''),
      ('withdrawal_number_seq', 'usage', '', '')
    ) as listed (name, node, ops, auditor)
    cross join lateral (values ('fairtick_node', node), ('fairtick_ops', ops), ('fairtick_auditor', auditor),
      ('fairtick_archiver', case when name = any (v_archiver_reads) then 'select' else '' end))
      as granted (role, rights)
  loop
    execute format('revoke all on %I from %I', v_grant.name, v_grant.role);
    if v_grant.rights <> '' then
      execute format('grant %s on %I to %I', v_grant.rights, v_grant.name, v_grant.role);
    end if;
    -- Partitions are read one by one, too.
    for v_relation in select name::regclass from table_partition where parent = v_grant.name loop
      execute format('revoke all on %s from %I', v_relation, v_grant.role);
      if v_grant.rights like 'select%' then
        execute format('grant select on %s to %I', v_relation, v_grant.role);
      end if;
    end loop;
  end loop;
end $$;

-- Functions with the owner's rights, each for one purpose, each with its own checks.
grant execute on function make_partitions(text, bigint), drop_partitions(text, bigint, boolean) to fairtick_node;
grant execute on function drop_archived_ticks(int, bigint, bytea, bigint) to fairtick_archiver;
grant execute on function limit_exposure(int, smallint, bigint), drop_foreign_acceptances(bigint[]) to fairtick_ops;

-- Before version 15 everybody could make tables, and temporary ones everybody still may.
revoke create on schema public from public;
do $$
begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;

-- The auditor alone says how far it is and what it found, and touches no other setting.
alter table setting enable row level security;
drop policy if exists setting_read on setting;
create policy setting_read on setting for select using (true);
drop policy if exists setting_written on setting;
create policy setting_written on setting to fairtick_node, fairtick_ops
  using (key not in ('audit_state', 'audit_walk')) with check (key not in ('audit_state', 'audit_walk'));
drop policy if exists setting_audited on setting;
create policy setting_audited on setting to fairtick_auditor
  using (key in ('audit_state', 'audit_walk')) with check (key in ('audit_state', 'audit_walk'));
