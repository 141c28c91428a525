import type { MessageFacts, SecurityEvent } from '../../../contract/messageFacts'
import type { Message } from '../../../contract/messages'
import type { IconName } from '../../components/Icon'
import { deviceParts } from '../../domain/labels'
import { moveOf, type PriceMove } from '../../domain/price'
import { showPlainDay } from '../../i18n/days'
import type { T } from '../../i18n/keys'
import { operatorReasonText } from '../../i18n/operatorReason'
import type { PageUrl } from '../../routes'

export interface MessageTerms {
  t: T
  /** A decimal string as the reader reads amounts of money: grouped, with the currency, hidden when balances are. */
  amount(text: string): string
  /** As `amount`, with its sign. */
  signed(text: string): string
  /** A price, grouped; shown also when balances are hidden. */
  price(text: string): string
  /** An instant in the time zone that the reader chose. */
  time(iso: string): string
  /** How a product is named to the reader. */
  product(symbol: string): string
}

export interface MessageView {
  icon: IconName
  tone: 'brand' | 'good' | 'bad' | 'warn'
  title: string
  /** What the message brought, next to its title. */
  result?: { text: string; move: PriceMove }
  /** Sentences, each its own line. */
  lines: string[]
  /** The page that the message is about; undefined for an announcement, which is complete in itself. */
  page: PageUrl | undefined
  params?: Record<string, string>
}

const FAILURES = ['cancelled_by_user', 'rejected', 'expired', 'gateway_refused'] as const
const SECURITY_PAGES: Record<SecurityEvent, PageUrl> = {
  login_new_device: '/pages/security/logins',
  login_guessed: '/pages/security/security',
  second_factor_wrong: '/pages/security/logins',
  login_password_changed: '/pages/set/set',
  trade_password_changed: '/pages/set/set',
  login_password_reset: '/pages/security/logins',
  trade_password_reset: '/pages/security/logins',
  second_factor_on: '/pages/set/set',
  second_factor_off: '/pages/set/set',
  passkey_added: '/pages/security/security',
  passkey_removed: '/pages/security/security',
  payout_account_bound: '/pages/account/account',
  payout_account_changed: '/pages/account/account',
  payee_name_accepted: '/pages/account/account',
  payee_name_refused: '/pages/account/account',
  trade_password_locked: '/pages/set/set',
  document_expiring: '/pages/verify/verify',
  document_expired: '/pages/verify/verify',
}

/**
 * A message in the reader's own words, from its facts (contract/messageFacts.ts). Kinds, events and reasons that only a
 * newer server knows still make a message.
 */
export function viewMessage(message: Message, terms: MessageTerms): MessageView {
  switch (message.kind) {
    case 'order_settled':
      return viewOrder(message.facts, terms)
    case 'price_alert':
      return viewPriceAlert(message.facts, terms)
    case 'deposit_successful':
    case 'deposit_failed':
    case 'withdrawal_successful':
    case 'withdrawal_failed':
      return viewMoney(message, terms)
    case 'verification_verified':
    case 'verification_rejected':
      return viewVerification(message, terms)
    case 'savings_confirmed':
      return viewSavings(message.facts, terms)
    case 'security':
      return viewSecurity(message.facts, terms)
    default:
      return {
        icon: 'news',
        tone: 'brand',
        title: message.title || terms.t('message.announcement'),
        lines: (message.body ?? '').split('\n').filter((line) => line.trim() !== ''),
        page: undefined,
      }
  }
}

/** A word joiner keeps lines from breaking at the hyphen of a number such as "FT-01JD7Q4ZK8". */
const unbroken = (number: string) => number.replace('-', '-\u2060')

function viewOrder(facts: MessageFacts['order_settled'], { t, signed, product }: MessageTerms): MessageView {
  const { status, orderId, number, symbol, profitLoss } = facts
  const order = [product(symbol), unbroken(number)].filter((part) => part).join(' · ')
  const isReturned = status === 'tie' || status === 'void'
  return {
    icon: 'positions',
    tone: status === 'won' ? 'good' : status === 'void' ? 'warn' : 'brand',
    title: t(`message.order.${status}`),
    ...(isReturned ? {} : { result: { text: signed(profitLoss), move: moveOf(profitLoss) } }),
    lines: [isReturned ? t('message.order.returned', { order }) : order],
    page: '/pages/order/closed',
    params: { id: orderId },
  }
}

/** With the tick that reached the price, which anyone can look up in the public log. */
function viewPriceAlert(facts: MessageFacts['price_alert'], { t, price, time, product }: MessageTerms): MessageView {
  const { symbol, direction, tickSequence, tickAt } = facts
  const values = { product: product(symbol), price: price(facts.price), tickPrice: price(facts.tickPrice) }
  return {
    icon: 'alert',
    tone: 'brand',
    title: t('message.price_alert.title'),
    lines: [
      t(`message.price_alert.${direction}`, values),
      t('message.price_alert.tick', { sequence: tickSequence, time: time(tickAt) }),
    ],
    page: '/pages/Detail/Detail',
    params: { symbol },
  }
}

type MessageOf<K extends Message['kind']> = Extract<Message, { kind: K }>
type MoneyMessage = MessageOf<'deposit_successful' | 'deposit_failed' | 'withdrawal_successful' | 'withdrawal_failed'>

function viewMoney({ kind, facts }: MoneyMessage, terms: MessageTerms): MessageView {
  const { t } = terms
  const isDeposit = kind === 'deposit_successful' || kind === 'deposit_failed'
  const failed = kind === 'deposit_failed' || kind === 'withdrawal_failed'
  const amount = terms.amount(facts.amount)
  const lines = [
    kind === 'withdrawal_successful'
      ? t('message.withdrawal_successful.text', { amount, received: terms.amount(facts.received) })
      : t(`message.${kind}.text`, { amount }),
  ]
  if (failed) lines.push(t('message.reason', { reason: failureText(facts, terms) }))
  lines.push(t('message.reference', { reference: unbroken(facts.reference) }))
  return {
    icon: isDeposit ? 'deposit' : 'withdraw',
    tone: failed ? 'bad' : 'good',
    title: t(`message.${kind}.title`),
    lines,
    page: isDeposit ? '/pages/withdraw-list/withdraw-open' : '/pages/withdraw-list/withdraw-list',
  }
}

/** The operator's words say more than the code. */
function failureText({ reason, note }: MessageFacts['deposit_failed'], { t }: MessageTerms): string {
  if (note) return operatorReasonText(note, t)
  return t(`message.failure.${FAILURES.find((known) => known === reason) ?? 'rejected'}`)
}

type VerificationMessage = MessageOf<'verification_verified' | 'verification_rejected'>

function viewVerification({ kind, facts }: VerificationMessage, { t }: MessageTerms): MessageView {
  const rejected = kind === 'verification_rejected'
  const text = t(`message.${kind}.text`)
  return {
    icon: 'id',
    tone: rejected ? 'bad' : 'good',
    title: t(`message.${kind}.title`),
    lines: rejected ? [t('message.reason', { reason: operatorReasonText(facts.reason, t) }), text] : [text],
    page: '/pages/verify/verify',
  }
}

function viewSavings({ amount, day }: MessageFacts['savings_confirmed'], terms: MessageTerms): MessageView {
  return {
    icon: 'savings',
    tone: 'good',
    title: terms.t('message.savings_confirmed.title'),
    lines: [terms.t('message.savings_confirmed.text', { amount: terms.amount(amount), day: showPlainDay(day) })],
    page: '/pages/Particulars/Particulars',
  }
}

const isKnownEvent = (event: string): event is SecurityEvent => Object.keys(SECURITY_PAGES).includes(event)

function viewSecurity({ event, device, address, reason }: MessageFacts['security'], { t }: MessageTerms): MessageView {
  const look = { icon: 'lock', tone: 'warn' } as const
  if (!isKnownEvent(event)) return { ...look, title: t('message.security.other'), lines: [], page: '/pages/set/set' }
  const lines = [t(`message.security.${event}.text`)]
  if (reason) lines.unshift(t('message.reason', { reason: operatorReasonText(reason, t) }))
  if (address) lines.unshift(t('message.address', { address }))
  if (device) lines.unshift(t('message.device', { device: deviceText(device, t) }))
  return { ...look, title: t(`message.security.${event}.title`), lines, page: SECURITY_PAGES[event] }
}

/** The server names devices in English. */
function deviceText(device: string, t: MessageTerms['t']): string {
  const parts = deviceParts(device)
  return parts ? t('settings.sessions.device', parts) : device
}
