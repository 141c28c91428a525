import type { Queryable } from '../src/database/database'

/**
 * One row of user `$1` in each table that registration leaves empty. The user has no second factor and nothing under way,
 * so that a deletion is not refused.
 */
const ROWS: Record<string, string> = {
  account_break: `(user_id, kind, started_at) values ($1, 'break', now())`,
  account_freeze: `(user_id, kind, reason, frozen_by, frozen_at) values ($1, 'orders', 'r', 's', now())`,
  account_limit: `(user_id, kind, value, time_zone) values ($1, 1, 1, 'UTC')`,
  announcement: `(user_id, texts, created_at) values ($1, '{}', now())`,
  announcement_read: `(user_id, announcement_id) select $1, max(id) from announcement`,
  change_code: `(user_id, kind, code_hash, issued_by, created_at, expires_at) values ($1, 'login', 'h', 's', now(), now())`,
  deposit: `(number, user_id, id, reference, channel, channel_kind, amount, body_hash, instructions, status, reason_code, created_at, failed_at)
    values (1, $1, gen_random_uuid(), 'FD-1', 'c', 'demo', 1, 'h', '{}', money_failed(), 'expired', now(), now())`,
  favourite: `(user_id, product_id, marked, changed_at_ms, position) select $1, min(id), true, 0, 0 from product`,
  guess: `(user_id, kind, failures, last_failed_at) values ($1, 'login', 1, now())`,
  login_lane: `(account_key, lane, last_failed_at, next_allowed_at) select lower(account), 'l', now(), now() from app_user where id = $1`,
  message: `(user_id, kind, reference) values ($1, 'k', 'r')`,
  message_preference: `(user_id, muted) values ($1, '{}')`,
  passkey: `(id, user_id, credential_id, public_key, counter, transports, user_handle, name, created_at)
    values (gen_random_uuid(), $1, '0123456789abcdef', 'k', 0, '{}', 'u', 'n', now())`,
  payout_account: `(user_id, kind, nationality, bank, masked, sealed, bound_at) values ($1, 'bank_card', 'US', 'b', 'm', 's', now())`,
  price_alert: `(user_id, id, product_id, direction, price, after_sequence, created_at_ms)
    select $1, gen_random_uuid(), min(id), alert_above(), 1, 0, 0 from product`,
  push_preference: `(user_id, off) values ($1, '{}')`,
  push_subscription: `(user_id, session_id, endpoint, p256dh, auth, locale, created_at)
    select $1, id, 'https://push.test', decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex'), 'en-US', now()
      from session where user_id = $1 limit 1`,
  push_delivery: `(subscription_id, user_id, category, kind, facts, count, created_at, expires_at, due_at)
    values (0, $1, 'money', 'k', '{}', 1, now(), now(), now())`,
  recovery_code: `(user_id, code_hash) values ($1, 'h')`,
  reset_code: `(user_id, kind, code_hash, issued_by, created_at, expires_at) values ($1, 'login', 'h', 's', now(), now())`,
  savings_account: `(user_id) values ($1)`,
  savings_earning: `(user_id, day, share, per_ten_thousand_e4, amount, carry_before, carry_after) values ($1, now(), 1, 1, 0, 0, 1)`,
  savings_fund: `(last_user_id) values ($1) on conflict (one) do update set last_user_id = excluded.last_user_id`,
  savings_movement: `(user_id, id, kind, amount, status, day, counts_on, created_at)
    values ($1, gen_random_uuid(), savings_transfer_out(), 1, savings_confirmed(), now(), now(), now())`,
  savings_set_aside: `(user_id, reason, since, retry_at) values ($1, 'r', now(), now())`,
  second_factor: `(user_id, sealed_secret, setup_expires_at) values ($1, 's', now())`,
  shared_result: `(user_id, order_id, code, shared_at) values ($1, gen_random_uuid(), '0123456789AB', now())`,
  trade_order: `(user_id, id, product_id, direction, stake, duration_seconds, earnings_rate_bp, payout, status, body_hash, currency,
      scale, source, entry_timeout_ms, stale_after_ms, source_lag_ms, seen_head, seen_root, device_key, device_signature, accepted_at_ms)
    select $1, gen_random_uuid(), min(id), 1, 1, 60, 8000, 1, order_tie(), 'h', 'USD', 2, 's', 1, 1, 1, 0, 'r', 'k', 's', 0 from product`,
  upload: `(user_id, id, purpose, body_hash, object_key, sealed_key, created_at)
    values ($1, gen_random_uuid(), 'id_front', 'h', 'uploads/none', 's', now())`,
  user_note: `(user_id, author, text, created_at) values ($1, 's', 't', now())`,
  verification: `(user_id, attempt, status, nationality, sealed_name, sealed_id_number, front_photo_id, back_photo_id, submitted_at, decided_at)
    values ($1, 1, 'verified', 'US', 's', 's', gen_random_uuid(), gen_random_uuid(), now(), now())`,
  withdrawal: `(number, user_id, id, reference, amount, fee, body_hash, method_kind, method_name, method_masked, sealed_payee, status,
      reason_code, created_at, expected_at, ended_at)
    values (1, $1, gen_random_uuid(), 'FW-1', 2, 1, 'h', 'bank_card', 'n', 'm', 's', money_failed(), 'rejected', now(), now(), now())`,
  withdrawal_hold: `(user_id, reason, until) values ($1, 'password', now())`,
}

/** Gives the user a row in each table that can hold one. */
export async function fillTables(database: Queryable, userId: bigint): Promise<void> {
  for (const [table, row] of Object.entries(ROWS)) await database.query(`insert into ${table} ${row}`, [userId])
}
