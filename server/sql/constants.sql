-- Names for the numbers that statuses and kinds are stored as. In the files of functions/ the value takes the place of the
-- name when they are applied; elsewhere the planner does that, so that partial indexes apply. TypeScript has the same names
-- (test: server/test/constants.test.ts). Each name has one line of this form.
-- A value never changes: rows and indexes hold it.

-- trade_order.status
create or replace function order_pending() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function order_open() returns smallint language sql immutable parallel safe return 2::smallint;
create or replace function order_won() returns smallint language sql immutable parallel safe return 3::smallint;
create or replace function order_lost() returns smallint language sql immutable parallel safe return 4::smallint;
create or replace function order_tie() returns smallint language sql immutable parallel safe return 5::smallint;
create or replace function order_void() returns smallint language sql immutable parallel safe return 6::smallint;

-- trade_order.void_reason
create or replace function void_no_entry_tick() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function void_too_few_ticks() returns smallint language sql immutable parallel safe return 2::smallint;
create or replace function void_stale_at_expiry() returns smallint language sql immutable parallel safe return 3::smallint;
create or replace function void_logged_late() returns smallint language sql immutable parallel safe return 4::smallint;

-- trade_order.direction
create or replace function direction_up() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function direction_down() returns smallint language sql immutable parallel safe return (-1)::smallint;

-- Result of place_orders for each order.
create or replace function placing_placed() returns smallint language sql immutable parallel safe return 0::smallint;
create or replace function placing_exists() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function placing_insufficient() returns smallint language sql immutable parallel safe return 2::smallint;
create or replace function placing_no_user() returns smallint language sql immutable parallel safe return 3::smallint;
create or replace function placing_on_break() returns smallint language sql immutable parallel safe return 4::smallint;
create or replace function placing_too_fast() returns smallint language sql immutable parallel safe return 5::smallint;
create or replace function placing_open_stakes() returns smallint language sql immutable parallel safe return 6::smallint;
create or replace function placing_frozen() returns smallint language sql immutable parallel safe return 7::smallint;
create or replace function placing_exposed() returns smallint language sql immutable parallel safe return 8::smallint;
create or replace function placing_time_off() returns smallint language sql immutable parallel safe return 9::smallint;
create or replace function placing_id_taken() returns smallint language sql immutable parallel safe return 10::smallint;
-- This, and to it the kind of the user's own limit that the order would break.
create or replace function placing_limited() returns smallint language sql immutable parallel safe return 100::smallint;

-- ledger_account.kind: of users, then (from 100 on) of the house
create or replace function account_available() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function account_in_orders() returns smallint language sql immutable parallel safe return 2::smallint;
create or replace function account_in_withdrawal() returns smallint language sql immutable parallel safe return 3::smallint;
create or replace function account_savings_pending() returns smallint language sql immutable parallel safe return 4::smallint;
create or replace function account_savings_confirmed() returns smallint language sql immutable parallel safe return 5::smallint;
create or replace function account_funding() returns smallint language sql immutable parallel safe return 100::smallint;
create or replace function account_trading() returns smallint language sql immutable parallel safe return 101::smallint;
create or replace function account_savings_interest() returns smallint language sql immutable parallel safe return 102::smallint;
create or replace function account_fees() returns smallint language sql immutable parallel safe return 103::smallint;

-- ledger_transfer.kind
create or replace function transfer_demo_grant() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function transfer_order_placed() returns smallint language sql immutable parallel safe return 10::smallint;
create or replace function transfer_order_settled() returns smallint language sql immutable parallel safe return 11::smallint;
create or replace function transfer_order_voided() returns smallint language sql immutable parallel safe return 12::smallint;
create or replace function transfer_deposit_credited() returns smallint language sql immutable parallel safe return 20::smallint;
create or replace function transfer_withdrawal_requested() returns smallint language sql immutable parallel safe return 30::smallint;
create or replace function transfer_withdrawal_paid() returns smallint language sql immutable parallel safe return 31::smallint;
create or replace function transfer_withdrawal_returned() returns smallint language sql immutable parallel safe return 32::smallint;
create or replace function transfer_savings_deposited() returns smallint language sql immutable parallel safe return 40::smallint;
create or replace function transfer_savings_confirmed() returns smallint language sql immutable parallel safe return 41::smallint;
create or replace function transfer_savings_transferred_out() returns smallint language sql immutable parallel safe return 42::smallint;
create or replace function transfer_savings_earned() returns smallint language sql immutable parallel safe return 43::smallint;
create or replace function transfer_account_closed() returns smallint language sql immutable parallel safe return 50::smallint;

-- deposit.status, withdrawal.status
create or replace function money_under_review() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function money_successful() returns smallint language sql immutable parallel safe return 2::smallint;
create or replace function money_failed() returns smallint language sql immutable parallel safe return 3::smallint;

-- savings_movement.kind, then its status
create or replace function savings_deposit() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function savings_transfer_out() returns smallint language sql immutable parallel safe return 2::smallint;
create or replace function savings_pending() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function savings_confirmed() returns smallint language sql immutable parallel safe return 2::smallint;

-- price_alert.state
create or replace function alert_active() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function alert_triggered() returns smallint language sql immutable parallel safe return 2::smallint;
create or replace function alert_cancelled() returns smallint language sql immutable parallel safe return 3::smallint;

-- price_alert.direction
create or replace function alert_above() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function alert_below() returns smallint language sql immutable parallel safe return (-1)::smallint;

-- verification.expiry_told
create or replace function told_nothing() returns smallint language sql immutable parallel safe return 0::smallint;
create or replace function told_expiring() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function told_expired() returns smallint language sql immutable parallel safe return 2::smallint;

-- account_limit.kind
create or replace function limit_stake() returns smallint language sql immutable parallel safe return 1::smallint;
create or replace function limit_open_stakes() returns smallint language sql immutable parallel safe return 2::smallint;
create or replace function limit_loss_day() returns smallint language sql immutable parallel safe return 3::smallint;
create or replace function limit_loss_week() returns smallint language sql immutable parallel safe return 4::smallint;
create or replace function limit_loss_month() returns smallint language sql immutable parallel safe return 5::smallint;
create or replace function limit_orders_day() returns smallint language sql immutable parallel safe return 6::smallint;
create or replace function limit_deposit_day() returns smallint language sql immutable parallel safe return 7::smallint;
create or replace function limit_deposit_week() returns smallint language sql immutable parallel safe return 8::smallint;
create or replace function limit_deposit_month() returns smallint language sql immutable parallel safe return 9::smallint;
create or replace function limit_session() returns smallint language sql immutable parallel safe return 10::smallint;
