-- Triggers that guard tables, applied after the functions. Partitions that are made later get theirs from
-- guard_partition.

-- Append-only tables. One call per statement, so that guarding a large insert-only table costs nothing.
create or replace trigger ledger_posting_append_only before update or delete or truncate on ledger_posting
  for each statement execute function refuse_change();
create or replace trigger ledger_posting_append_only before update or delete or truncate on ledger_posting_rest
  for each statement execute function refuse_change();
create or replace trigger accepted_order_append_only before update or delete or truncate on accepted_order
  for each statement execute function refuse_change();
create or replace trigger acceptance_append_only before update or delete or truncate on acceptance
  for each statement execute function refuse_change();
create or replace trigger key_change_append_only before update or delete or truncate on key_change
  for each statement execute function refuse_change();
create or replace trigger log_restore_append_only before update or delete or truncate on log_restore
  for each statement execute function refuse_change();
create or replace trigger feed_event_append_only before update or delete or truncate on feed_event
  for each statement execute function refuse_change();
create or replace trigger log_node_append_only before update or delete or truncate on log_node
  for each statement execute function refuse_change();
create or replace trigger savings_earning_append_only before update or delete or truncate on savings_earning
  for each statement execute function refuse_change();
create or replace trigger tick_archive_append_only before update or delete or truncate on tick_archive
  for each statement execute function refuse_change();
create or replace trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();
create or replace trigger audit_entry_append_only before update or delete or truncate on audit_entry_rest
  for each statement execute function refuse_change();
create or replace trigger operator_reason_append_only before update or delete or truncate on operator_reason
  for each statement execute function refuse_change();
create or replace trigger user_note_append_only before update or truncate on user_note
  for each statement execute function refuse_change();
create or replace trigger user_note_kept before delete on user_note
  for each row execute function refuse_note_loss();

-- A break gets no shorter, and goes only when it is over or its account was deleted.
create or replace trigger account_break_kept before update or delete on account_break
  for each row execute function refuse_break_loss();
create or replace trigger person_break_kept before update or delete on person_break
  for each row execute function refuse_break_loss();
create or replace trigger account_break_whole before truncate on account_break
  for each statement execute function refuse_change();
-- Nobody comes back from a deletion, which ends an account's break.
create or replace trigger app_user_stays_deleted before update of deleted_at on app_user for each row
  when (old.deleted_at is not null and new.deleted_at is distinct from old.deleted_at) execute function refuse_return();
create or replace trigger person_break_whole before truncate on person_break
  for each statement execute function refuse_change();

-- A tick leaves the log only if the archive has it.
create or replace trigger tick_append_only before update or truncate on tick
  for each statement execute function refuse_change();
create or replace trigger tick_append_only before update or truncate on tick_rest
  for each statement execute function refuse_change();
create or replace trigger tick_kept after delete on tick referencing old table as gone
  for each statement execute function refuse_unarchived();
create or replace trigger tick_kept after delete on tick_rest referencing old table as gone
  for each statement execute function refuse_unarchived();

create or replace trigger ledger_transfer_append_only before update or delete or truncate on ledger_transfer
  for each statement execute function refuse_change();
create or replace trigger settlement_append_only before update or delete or truncate on settlement
  for each statement execute function refuse_change();
create or replace trigger result_leaf_append_only before update or delete or truncate on result_leaf
  for each statement execute function refuse_change();
create or replace trigger tree_head_append_only before update or delete or truncate on tree_head
  for each statement execute function refuse_change();

-- The agreed terms stay as they were accepted (docs/PROOF.md). A condition, not a function: it costs next to nothing.
create or replace trigger trade_order_terms before update on trade_order for each row
  when ((old.number, old.user_id, old.id, old.product_id, old.direction, old.stake, old.duration_seconds,
         old.earnings_rate_bp, old.payout, old.body_hash, old.source, old.instrument, old.accepted_at_ms, old.currency,
         old.scale, old.entry_timeout_ms, old.stale_after_ms, old.source_lag_ms, old.seen_head, old.seen_root, old.device_key, old.device_signature)
    is distinct from
        (new.number, new.user_id, new.id, new.product_id, new.direction, new.stake, new.duration_seconds,
         new.earnings_rate_bp, new.payout, new.body_hash, new.source, new.instrument, new.accepted_at_ms, new.currency,
         new.scale, new.entry_timeout_ms, new.stale_after_ms, new.source_lag_ms, new.seen_head, new.seen_root, new.device_key, new.device_signature))
  execute function refuse_changed_terms();

-- Product terms change only with a version that was announced.
create or replace trigger product_change_fixed before update or delete on product_change
  for each row execute function refuse_changed_version();
create or replace trigger product_change_kept before truncate on product_change
  for each statement execute function refuse_change();
create or replace trigger product_terms_versioned before update on product for each row
  when ((old.symbol, old.code, old.names, old.category, old.decimals, old.recommended, old.calendar, old.stake_min,
         old.stake_max, old.stake_presets)
    is distinct from
        (new.symbol, new.code, new.names, new.category, new.decimals, new.recommended, new.calendar, new.stake_min,
         new.stake_max, new.stake_presets))
  execute function refuse_unversioned_terms();
create or replace trigger product_duration_versioned before insert or update or delete on product_duration
  for each row execute function refuse_unversioned_terms();

create or replace trigger withdrawal_hold_lasts before update on withdrawal_hold
  for each row execute function refuse_shorter_hold();

create or replace trigger staff_tie_lasts before update on staff_tie
  for each row execute function refuse_weaker_tie();
drop trigger if exists staff_tie_audited on staff_tie;
create constraint trigger staff_tie_audited after delete on staff_tie deferrable initially deferred
  for each row execute function refuse_unaudited();
drop trigger if exists staff_proposal_audited on staff_proposal;
create constraint trigger staff_proposal_audited after update of outcome on staff_proposal deferrable initially deferred
  for each row when (new.outcome = 'agreed') execute function refuse_unaudited();

-- Each entry of the audit log is chained to the one before it.
create or replace trigger audit_entry_chain before insert on audit_entry
  for each row execute function chain_audit_entry();

-- Income that was paid out stays as it was.
create or replace trigger savings_income_fixed before insert or update or delete on savings_income
  for each row execute function refuse_accrued_income();

-- Tables that hold something personal: a request that was under way during a deletion brings nothing back.
create or replace trigger session_user_lives before insert on session
  for each row execute function refuse_deleted_user();
create or replace trigger login_record_user_lives before insert on login_record
  for each row execute function refuse_deleted_user();
create or replace trigger withdrawal_hold_user_lives before insert on withdrawal_hold
  for each row execute function refuse_deleted_user();
create or replace trigger reset_code_user_lives before insert on reset_code
  for each row execute function refuse_deleted_user();
create or replace trigger device_user_lives before insert on device
  for each row execute function refuse_deleted_user();
create or replace trigger second_factor_user_lives before insert on second_factor
  for each row execute function refuse_deleted_user();
create or replace trigger recovery_code_user_lives before insert on recovery_code
  for each row execute function refuse_deleted_user();
create or replace trigger change_code_user_lives before insert on change_code
  for each row execute function refuse_deleted_user();
create or replace trigger upload_user_lives before insert on upload
  for each row execute function refuse_deleted_user();
create or replace trigger verification_user_lives before insert on verification
  for each row execute function refuse_deleted_user();
create or replace trigger payout_account_user_lives before insert or update on payout_account
  for each row execute function refuse_deleted_user();
create or replace trigger deposit_user_lives before insert on deposit
  for each row execute function refuse_deleted_user();
create or replace trigger withdrawal_user_lives before insert on withdrawal
  for each row execute function refuse_deleted_user();

-- Messages to a user also go to the user's browsers.
create or replace trigger message_push after insert on message referencing new table as told
  for each statement execute function queue_push();
create or replace trigger announcement_push after insert on announcement
  for each row execute function queue_announcement();
create or replace trigger push_preference_user_lives before insert on push_preference
  for each row execute function refuse_deleted_user();
create or replace trigger shared_result_user_lives before insert on shared_result
  for each row execute function refuse_deleted_user();
create or replace trigger push_subscription_user_lives before insert on push_subscription
  for each row execute function refuse_deleted_user();
create or replace trigger account_freeze_user_lives before insert on account_freeze
  for each row execute function refuse_deleted_user();
create or replace trigger user_note_user_lives before insert on user_note
  for each row execute function refuse_deleted_user();

create or replace trigger user_phone_user_lives before insert on user_phone
  for each row execute function refuse_deleted_user();
create or replace trigger phone_mark_user_lives before insert on phone_mark
  for each row when (new.user_id is not null) execute function refuse_deleted_user();
