import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode, ErrorDetails } from '../../../contract/errors'
import { databaseErrorCode, isDatabaseUnavailable } from '../database/database'
import type { App } from '../shared/http'
import { type AppError, RefusedError } from '../shared/result'

/** One HTTP status for each code; the compiler keeps it complete. */
export const STATUS: Record<ErrorCode, number> = {
  invalid_request: 400,
  not_found: 404,
  unauthenticated: 401,
  rate_limited: 429,
  payload_too_large: 413,
  unsupported_media_type: 415,
  unavailable: 503,
  internal: 500,
  account_invalid: 422,
  account_taken: 409,
  phone_invalid: 422,
  phone_taken: 409,
  opening_code_unknown: 422,
  registration_expired: 410,
  terms_not_accepted: 422,
  login_password_weak: 422,
  trade_password_invalid: 422,
  trade_password_weak: 422,
  wrong_credentials: 401,
  login_frozen: 403,
  product_unknown: 404,
  product_closed: 409,
  product_maintenance: 409,
  feed_stale: 409,
  closes_too_soon: 409,
  alert_price_invalid: 422,
  alert_reached: 409,
  alert_exists: 409,
  alert_limit_reached: 409,
  duration_unavailable: 422,
  earnings_rate_changed: 409,
  stake_invalid: 422,
  stake_too_low: 422,
  stake_too_high: 422,
  balance_insufficient: 409,
  open_stakes_reached: 409,
  exposure_reached: 409,
  orders_too_fast: 429,
  orders_frozen: 403,
  order_id_conflict: 409,
  ask_invalid: 400,
  ask_other_log: 409,
  ask_time_off: 409,
  receipt_not_ready: 409,
  request_id_conflict: 409,
  request_id_time_off: 422,
  amount_invalid: 422,
  amount_too_low: 422,
  amount_too_high: 422,
  daily_limit_reached: 409,
  account_limit_reached: 409,
  account_limit_invalid: 422,
  raise_not_due: 409,
  on_break: 409,
  break_invalid: 422,
  break_not_over: 409,
  deposit_channel_unknown: 422,
  deposit_decided: 409,
  signature_invalid: 401,
  withdrawal_fee_changed: 409,
  withdrawal_decided: 409,
  money_out_frozen: 409,
  withdrawal_on_hold: 409,
  withdrawals_frozen: 403,
  second_factor_missing: 409,
  not_verified: 409,
  payout_account_missing: 409,
  payout_account_fresh: 409,
  payout_account_bound: 409,
  payout_account_incomplete: 422,
  card_number_invalid: 422,
  iban_invalid: 422,
  account_number_invalid: 422,
  bank_code_invalid: 422,
  currency_address_invalid: 422,
  name_invalid: 422,
  nationality_invalid: 422,
  country_blocked: 403,
  id_number_invalid: 422,
  photo_missing: 422,
  photo_invalid: 422,
  verification_closed: 409,
  document_taken: 409,
  under_age: 403,
  payee_differs: 409,
  trade_password_wrong: 403,
  trade_password_locked: 403,
  password_wrong: 403,
  password_unchanged: 422,
  change_code_invalid: 403,
  reset_code_invalid: 403,
  second_factor_required: 403,
  second_factor_wrong: 403,
  second_factor_state: 409,
  passkey_wrong: 403,
  passkey_expired: 410,
  passkey_exists: 409,
  passkey_limit_reached: 409,
  deletion_blocked: 409,
  push_refused: 422,
  savings_deposits_used_up: 409,
  savings_transfers_used_up: 409,
  savings_confirmed_insufficient: 409,
}

/** For developers; the client shows its own text for the code. */
const MESSAGES: Record<ErrorCode, string> = {
  invalid_request: 'The request does not match the contract.',
  not_found: 'There is nothing at this address.',
  unauthenticated: 'A valid session is needed.',
  rate_limited: 'Too many requests; try again later.',
  payload_too_large: 'The body is larger than this route takes.',
  unsupported_media_type: 'Bodies are application/json.',
  unavailable: 'The service cannot answer right now; nothing was changed.',
  internal: 'Something went wrong on the server.',
  account_invalid: 'An account has 6 to 12 word characters.',
  account_taken: 'This account is already in use.',
  phone_invalid: 'This is not a phone number of that country.',
  phone_taken: 'This phone number is already in use.',
  opening_code_unknown: 'There is no such account-opening code.',
  registration_expired: 'The registration has expired; start again.',
  terms_not_accepted: 'The current terms of service have to be accepted.',
  login_password_weak: 'A login password has 8 to 64 characters and is not a common one.',
  trade_password_invalid: 'A trade password has 6 digits.',
  trade_password_weak: 'The trade password is one that others try first.',
  wrong_credentials: 'Account or password is wrong.',
  login_frozen: 'The house has stopped log-in for this account.',
  product_unknown: 'There is no such product.',
  product_closed: 'The market of this product is closed.',
  product_maintenance: 'This product is under maintenance.',
  feed_stale: 'The price of this product is stale.',
  closes_too_soon: 'The market closes before this order could end.',
  alert_price_invalid: 'This is not a price of that product.',
  alert_reached: 'The price is there already.',
  alert_exists: 'The same alert is waiting already.',
  alert_limit_reached: 'No more alerts can wait at a time.',
  duration_unavailable: 'This product does not offer that duration.',
  earnings_rate_changed: 'The earnings rate has changed.',
  stake_invalid: 'The stake is not an amount of the platform currency.',
  stake_too_low: 'The stake is below the minimum.',
  stake_too_high: 'The stake is above the maximum.',
  balance_insufficient: 'The available balance is too low.',
  exposure_reached: 'No more orders of this product and direction are taken until open ones end.',
  open_stakes_reached: 'Open orders of this account would exceed the limit.',
  orders_too_fast: 'This account places orders too quickly.',
  orders_frozen: 'The house has stopped new orders of this account.',
  order_id_conflict: 'This id was used for another order.',
  ask_invalid: 'The device has not signed this order; nothing was placed.',
  ask_other_log: 'The head that the device has seen is not one of this log; nothing was placed.',
  ask_time_off: 'The time in the id is not the present time; nothing was placed.',
  receipt_not_ready: 'There is no closed order with this id.',
  request_id_conflict: 'This id was used with another body.',
  request_id_time_off: 'The time in this id is more than a day off.',
  amount_invalid: 'This is not an amount of the platform currency.',
  amount_too_low: 'The amount is below the minimum.',
  amount_too_high: 'The amount is above the maximum.',
  daily_limit_reached: 'The amount is above what is left of the daily limit.',
  account_limit_reached: 'A limit that the user set would be broken.',
  account_limit_invalid: 'This value or time zone cannot be a limit.',
  raise_not_due: 'No raise of this limit can be confirmed now.',
  on_break: 'The user is on a break.',
  break_invalid: 'A break of this length is not possible, or it would be shorter than the present one.',
  break_not_over: 'The break is not over.',
  deposit_channel_unknown: 'There is no such deposit channel.',
  deposit_decided: 'This deposit has already been decided.',
  signature_invalid: 'The signature or its time is not valid.',
  withdrawal_fee_changed: 'The fee has changed.',
  withdrawal_decided: 'This withdrawal has been picked up or decided.',
  money_out_frozen: 'Withdrawals are paused until the ledger adds up again.',
  withdrawal_on_hold: 'Withdrawals wait after a change of what guards the account.',
  withdrawals_frozen: 'The house has stopped withdrawals of this account.',
  second_factor_missing: 'Withdrawals need a second factor, and the user has none.',
  not_verified: 'Real-name verification comes first.',
  payout_account_missing: 'No payout account is bound.',
  payout_account_fresh: 'The payout account was bound too recently.',
  payout_account_bound: 'A payout account is bound; changing it goes through customer service.',
  payout_account_incomplete: 'A field of this kind of account is missing.',
  card_number_invalid: 'The card number does not pass its check digit.',
  iban_invalid: 'The IBAN has another length than those of its country, or does not pass its check digits.',
  account_number_invalid: 'An account number has 5 to 34 digits and letters.',
  bank_code_invalid: 'A bank code has 3 to 12 digits and letters.',
  currency_address_invalid: 'This is not an address of that chain.',
  name_invalid: 'This name does not fit the rule of the nationality.',
  nationality_invalid: 'There is no such country.',
  country_blocked: 'This deployment does not serve that country.',
  id_number_invalid: 'This ID number does not fit the rule of the nationality.',
  photo_missing: 'A photo is missing or was not uploaded by this user.',
  photo_invalid: 'This is not a picture that can be read.',
  document_taken: 'Another account was verified by this document.',
  under_age: 'The person is under age.',
  payee_differs: 'The account is in another name than the verified one.',
  verification_closed: 'Verification is under way or done.',
  trade_password_wrong: 'The trade password is wrong.',
  trade_password_locked: 'Too many wrong trade passwords; money out is locked for a while.',
  password_wrong: 'The present password is wrong.',
  password_unchanged: 'The new password is the old one.',
  change_code_invalid: 'The change code is wrong, used or expired.',
  reset_code_invalid: 'Account or reset code is wrong, or the code has been used or has expired.',
  second_factor_required: 'A code of the second factor is needed.',
  second_factor_wrong: 'The code of the second factor is wrong.',
  second_factor_state: 'The second factor is already on or off, or the set-up has expired.',
  passkey_wrong: 'The passkey, or what it signed, is not right for this.',
  passkey_expired: 'The challenge has expired or was used; ask for another.',
  passkey_exists: 'This passkey is in use already.',
  passkey_limit_reached: 'An account cannot have more passkeys.',
  deletion_blocked: 'Money, orders or reviews are still under way.',
  push_refused: 'Nothing is pushed to this address.',
  savings_deposits_used_up: 'No deposits into savings are left today.',
  savings_transfers_used_up: 'No transfers out are left today.',
  savings_confirmed_insufficient: 'The confirmed share is too low.',
}

const FIELDS_MAX = 10
const FIELD_LENGTH_MAX = 64

type Validation = NonNullable<FastifyError['validation']>[number]

/** Names the field and the rule, never the value. */
function describeField({ instancePath, params, message }: Validation, context: string | undefined) {
  const named = params.additionalProperty ?? params.missingProperty
  const path = [...instancePath.split('/').slice(1), ...(typeof named === 'string' ? [named] : [])]
  return {
    field: (path.join('/') || context || 'body').slice(0, FIELD_LENGTH_MAX),
    problem: (message ?? 'is invalid').slice(0, 200),
  }
}

/** What Fastify and its plugins throw, by status and code, in words of the contract. */
function fromFramework(error: FastifyError): AppError | undefined {
  if (error.validation) {
    const fields = error.validation.slice(0, FIELDS_MAX).map((entry) => describeField(entry, error.validationContext))
    return { code: 'invalid_request', details: { fields } }
  }
  switch (error.statusCode) {
    case 404:
      return { code: 'not_found' }
    case 413:
      return { code: 'payload_too_large' }
    case 415:
      return { code: 'unsupported_media_type' }
    case 429:
      return { code: 'rate_limited' }
    case 503:
      return { code: 'unavailable' }
  }
  return error.statusCode !== undefined && error.statusCode < 500 ? { code: 'invalid_request' } : undefined
}

/** Text that PostgreSQL cannot hold (NUL, broken UTF-8) and that no schema caught. */
const UNSTORABLE = new Set(['22021', '22P05'])

/** Raised by `refuse_deleted_user` (server/sql/functions): the request was under way while its user was deleted. */
const USER_DELETED = 'FT410'

/** The refusal for an error; anything unexpected is `internal`. */
export function toAppError(error: unknown): AppError {
  if (error instanceof RefusedError)
    return error.details ? { code: error.code, details: error.details } : { code: error.code }
  if (isDatabaseUnavailable(error)) return { code: 'unavailable' }
  if (databaseErrorCode(error) === USER_DELETED) return { code: 'unauthenticated' }
  if (UNSTORABLE.has(databaseErrorCode(error) ?? '')) return { code: 'invalid_request' }
  if (error instanceof Error) return fromFramework(error as FastifyError) ?? { code: 'internal' }
  return { code: 'internal' }
}

/** The body of the contract for a refusal. */
export function errorBody({ code, details }: AppError, requestId: string): ErrorBody {
  return details ? { code, message: MESSAGES[code], details, requestId } : { code, message: MESSAGES[code], requestId }
}

/** `retryAfterSeconds` for people and `Retry-After` for programs say the same. */
function retryAfterOf(details: ErrorDetails | undefined) {
  return details?.retryAfterSeconds
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError) {
  const retryAfter = retryAfterOf(error.details)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (error.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  return reply
    .code(STATUS[error.code])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorBody(error, request.id))
}

/** Every failure below `/api` leaves as the contract's error body; the unexpected ones are logged. */
export function registerErrors(app: App) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toAppError(error)
    if (refusal.code === 'internal') request.log.error({ err: error }, 'a request failed unexpectedly')
    if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'a request met an unavailable dependency')
    return sendError(request, reply, refusal)
  })
  app.setNotFoundHandler((request, reply) => sendError(request, reply, { code: 'not_found' }))
}
