import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorBody, ErrorCode, ErrorDetails } from '../../../contract/errors'
import { databaseErrorCode, isDatabaseUnavailable } from '../database/database'
import type { App } from '../shared/http'
import { type Refusal, RefusedError } from '../shared/result'

/** Status and message of each code; the compiler keeps it complete. Messages are for developers: the client shows its own texts. */
const ANSWERS: Record<ErrorCode, readonly [status: number, message: string]> = {
  invalid_request: [400, 'The request does not match the contract.'],
  not_found: [404, 'There is nothing at this address.'],
  unauthenticated: [401, 'A valid session is needed.'],
  rate_limited: [429, 'Too many requests; try again later.'],
  payload_too_large: [413, 'The body is larger than this route takes.'],
  unsupported_media_type: [415, 'Bodies are application/json.'],
  unavailable: [503, 'The service cannot answer right now; nothing was changed.'],
  internal: [500, 'Something went wrong on the server.'],
  account_invalid: [422, 'An account has 6 to 12 word characters.'],
  account_taken: [409, 'This account is already in use.'],
  phone_invalid: [422, 'This is not a phone number of that country.'],
  phone_taken: [409, 'This phone number is already in use.'],
  opening_code_unknown: [422, 'There is no such account-opening code.'],
  registration_expired: [410, 'The registration has expired; start again.'],
  terms_not_accepted: [422, 'The current terms of service have to be accepted.'],
  login_password_weak: [422, 'A login password has 8 to 64 characters and is not a common one.'],
  trade_password_invalid: [422, 'A trade password has 6 digits.'],
  trade_password_weak: [422, 'The trade password is one that others try first.'],
  wrong_credentials: [401, 'Account or password is wrong.'],
  login_frozen: [403, 'The house has stopped log-in for this account.'],
  product_unknown: [404, 'There is no such product.'],
  product_closed: [409, 'The market of this product is closed.'],
  product_maintenance: [409, 'This product is under maintenance.'],
  feed_stale: [409, 'The price of this product is stale.'],
  closes_too_soon: [409, 'The market closes before this order could end.'],
  alert_price_invalid: [422, 'This is not a price of that product.'],
  alert_reached: [409, 'The price is there already.'],
  alert_exists: [409, 'The same alert is waiting already.'],
  alert_limit_reached: [409, 'No more alerts can wait at a time.'],
  duration_unavailable: [422, 'This product does not offer that duration.'],
  earnings_rate_changed: [409, 'The earnings rate has changed.'],
  stake_invalid: [422, 'The stake is not an amount of the platform currency.'],
  stake_too_low: [422, 'The stake is below the minimum.'],
  stake_too_high: [422, 'The stake is above the maximum.'],
  balance_insufficient: [409, 'The available balance is too low.'],
  open_stakes_reached: [409, 'Open orders of this account would exceed the limit.'],
  exposure_reached: [409, 'No more orders of this product and direction are taken until open ones end.'],
  orders_too_fast: [429, 'This account places orders too quickly.'],
  orders_frozen: [403, 'The house has stopped new orders of this account.'],
  order_id_conflict: [409, 'This id was used for another order.'],
  ask_invalid: [400, 'The device has not signed this order; nothing was placed.'],
  ask_other_log: [409, 'The head that the device has seen is not one of this log; nothing was placed.'],
  ask_time_off: [409, 'The time in the id is not the present time; nothing was placed.'],
  receipt_none: [409, 'This order can have no receipt: another order has its id.'],
  receipt_not_ready: [409, 'There is no closed order with this id.'],
  request_id_conflict: [409, 'This id was used with another body.'],
  request_id_time_off: [422, 'The time in this id is more than a day off.'],
  amount_invalid: [422, 'This is not an amount of the platform currency.'],
  amount_too_low: [422, 'The amount is below the minimum.'],
  amount_too_high: [422, 'The amount is above the maximum.'],
  daily_limit_reached: [409, 'The amount is above what is left of the daily limit.'],
  account_limit_reached: [409, 'A limit that the user set would be broken.'],
  account_limit_invalid: [422, 'This value or time zone cannot be a limit.'],
  raise_not_due: [409, 'No raise of this limit can be confirmed now.'],
  on_break: [409, 'The user is on a break.'],
  break_invalid: [422, 'A break of this length is not possible, or it would be shorter than the present one.'],
  break_not_over: [409, 'The break is not over.'],
  deposit_channel_unknown: [422, 'There is no such deposit channel.'],
  deposit_decided: [409, 'This deposit has already been decided.'],
  signature_invalid: [401, 'The signature or its time is not valid.'],
  withdrawal_fee_changed: [409, 'The fee has changed.'],
  withdrawal_decided: [409, 'This withdrawal has been picked up or decided.'],
  money_out_frozen: [409, 'Withdrawals are paused until the ledger adds up again.'],
  withdrawal_on_hold: [409, 'Withdrawals wait after a change of what guards the account.'],
  withdrawals_frozen: [403, 'The house has stopped withdrawals of this account.'],
  second_factor_missing: [409, 'Withdrawals need a second factor, and the user has none.'],
  not_verified: [409, 'Real-name verification comes first.'],
  payout_account_missing: [409, 'No payout account is bound.'],
  payout_account_fresh: [409, 'The payout account was bound too recently.'],
  payout_account_bound: [409, 'A payout account is bound; changing it goes through customer service.'],
  payout_account_incomplete: [422, 'A field of this kind of account is missing.'],
  card_number_invalid: [422, 'The card number does not pass its check digit.'],
  iban_invalid: [422, 'The IBAN has another length than those of its country, or does not pass its check digits.'],
  account_number_invalid: [422, 'An account number has 5 to 34 digits and letters.'],
  bank_code_invalid: [422, 'A bank code has 3 to 12 digits and letters.'],
  currency_address_invalid: [422, 'This is not an address of that chain.'],
  name_invalid: [422, 'This name does not fit the rule of the nationality.'],
  nationality_invalid: [422, 'There is no such country.'],
  country_blocked: [403, 'This deployment does not serve that country.'],
  id_number_invalid: [422, 'This ID number does not fit the rule of the nationality.'],
  photo_missing: [422, 'A photo is missing or was not uploaded by this user.'],
  photo_invalid: [422, 'This is not a picture that can be read.'],
  verification_closed: [409, 'Verification is under way or done.'],
  document_taken: [409, 'Another account was verified by this document.'],
  under_age: [403, 'The person is under age.'],
  payee_differs: [409, 'The account is in another name than the verified one.'],
  trade_password_wrong: [403, 'The trade password is wrong.'],
  trade_password_locked: [403, 'Too many wrong trade passwords; money out is locked for a while.'],
  password_wrong: [403, 'The present password is wrong.'],
  password_unchanged: [422, 'The new password is the old one.'],
  change_code_invalid: [403, 'The change code is wrong, used or expired.'],
  reset_code_invalid: [403, 'Account or reset code is wrong, or the code has been used or has expired.'],
  second_factor_required: [403, 'A code of the second factor is needed.'],
  second_factor_wrong: [403, 'The code of the second factor is wrong.'],
  second_factor_state: [409, 'The second factor is already on or off, or the set-up has expired.'],
  passkey_wrong: [403, 'The passkey, or what it signed, is not right for this.'],
  passkey_expired: [410, 'The challenge has expired or was used; ask for another.'],
  passkey_exists: [409, 'This passkey is in use already.'],
  passkey_limit_reached: [409, 'An account cannot have more passkeys.'],
  deletion_blocked: [409, 'Money, orders or reviews are still under way.'],
  push_refused: [422, 'Nothing is pushed to this address.'],
  savings_deposits_used_up: [409, 'No deposits into savings are left today.'],
  savings_transfers_used_up: [409, 'No transfers out are left today.'],
  savings_confirmed_insufficient: [409, 'The confirmed share is too low.'],
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

/** Errors of Fastify and its plugins, by status and code, in words of the contract. */
function fromFramework(error: FastifyError): Refusal | undefined {
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
export function toRefusal(error: unknown): Refusal {
  if (error instanceof RefusedError)
    return error.details ? { code: error.code, details: error.details } : { code: error.code }
  if (isDatabaseUnavailable(error)) return { code: 'unavailable' }
  if (databaseErrorCode(error) === USER_DELETED) return { code: 'unauthenticated' }
  if (UNSTORABLE.has(databaseErrorCode(error) ?? '')) return { code: 'invalid_request' }
  if (error instanceof Error) return fromFramework(error as FastifyError) ?? { code: 'internal' }
  return { code: 'internal' }
}

/** The body of the contract for a refusal. */
export function errorBody({ code, details }: Refusal, requestId: string): ErrorBody {
  const [, message] = ANSWERS[code]
  return details ? { code, message, details, requestId } : { code, message, requestId }
}

/** `retryAfterSeconds` for people and `Retry-After` for programs say the same. */
function retryAfterOf(details: ErrorDetails | undefined) {
  return details?.retryAfterSeconds
}

export function sendError(request: FastifyRequest, reply: FastifyReply, error: Refusal) {
  const retryAfter = retryAfterOf(error.details)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (error.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  return reply
    .code(ANSWERS[error.code][0])
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(errorBody(error, request.id))
}

/** Every failure below `/api` leaves as the contract's error body; the unexpected ones are logged. */
export function registerErrors(app: App) {
  app.setErrorHandler((error, request, reply) => {
    const refusal = toRefusal(error)
    if (refusal.code === 'internal') request.log.error({ err: error }, 'a request failed unexpectedly')
    if (refusal.code === 'unavailable') request.log.warn({ err: error }, 'a request met an unavailable dependency')
    return sendError(request, reply, refusal)
  })
  app.setNotFoundHandler((request, reply) => sendError(request, reply, { code: 'not_found' }))
}
