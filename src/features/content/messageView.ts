import type { Message } from '../../../contract/messages'
import type { IconName } from '../../components/Icon'
import { deviceParts } from '../../domain/device'
import type { PageUrl } from '../../routes'

export interface MessageTerms {
  t(key: string, values?: Record<string, unknown>): string
  /** A decimal string as the reader reads amounts of money: grouped, with the currency, hidden where balances are. */
  amount(text: string): string
  /** As `amount`, with its sign. */
  signed(text: string): string
  /** A price, grouped; shown also where balances are hidden. */
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
  /** Sentences, each a line of its own. */
  lines: string[]
  /** What it is about; undefined for an announcement, which says all itself. */
  page: PageUrl | undefined
  params?: Record<string, string>
}

type Facts = Record<string, string>

const FAILURES = ['cancelled_by_user', 'rejected', 'expired', 'gateway_refused']
const RESULTS = ['won', 'lost', 'tie', 'void']
const SECURITY_PAGES: Record<string, PageUrl> = {
  login_new_device: '/pages/set/set',
  login_password_changed: '/pages/set/set',
  trade_password_changed: '/pages/set/set',
  second_factor_on: '/pages/set/set',
  second_factor_off: '/pages/set/set',
  payout_account_bound: '/pages/account/account',
  payout_account_changed: '/pages/account/account',
  trade_password_locked: '/pages/set/set',
}

/** A message in the reader's own words, from its facts (contract/messages.ts); what a fact lacks is left out. */
export function viewMessage(message: Message, terms: MessageTerms): MessageView {
  const { facts } = message
  switch (message.kind) {
    case 'order_settled':
      return viewOrder(facts, terms)
    case 'price_alert':
      return viewPriceAlert(facts, terms)
    case 'deposit_successful':
    case 'deposit_failed':
    case 'withdrawal_successful':
    case 'withdrawal_failed':
      return viewMoney(message.kind, facts, terms)
    case 'verification_verified':
    case 'verification_rejected':
      return viewVerification(message.kind, facts, terms)
    case 'savings_confirmed':
      return {
        icon: 'savings',
        tone: 'good',
        title: terms.t('message.savings_confirmed.title'),
        lines: [
          terms.t('message.savings_confirmed.text', {
            amount: terms.amount(facts.amount ?? ''),
            day: dayText(facts.day),
          }),
        ],
        page: '/pages/Particulars/Particulars',
      }
    case 'security':
      return viewSecurity(facts, terms)
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

function viewOrder(facts: Facts, { t, signed, product }: MessageTerms): MessageView {
  const status = RESULTS.find((known) => known === facts.status) ?? 'void'
  const isReturned = status === 'tie' || status === 'void'
  const values = {
    product: product(facts.symbol ?? ''),
    number: facts.number ?? '',
    amount: isReturned ? '' : signed(facts.profitLoss ?? ''),
  }
  return {
    icon: 'positions',
    tone: status === 'won' ? 'good' : status === 'void' ? 'warn' : 'brand',
    title: t(`message.order.${status}`),
    lines: [t(isReturned ? 'message.order.returned' : 'message.order.text', values)],
    ...(facts.orderId
      ? { page: '/pages/order/closed', params: { id: facts.orderId } }
      : { page: '/pages/order/order' }),
  }
}

/** With the tick that reached the price, which anyone can look up in the public log. */
function viewPriceAlert(facts: Facts, { t, price, time, product }: MessageTerms): MessageView {
  const values = {
    product: product(facts.symbol ?? ''),
    price: price(facts.price ?? ''),
    tickPrice: price(facts.tickPrice ?? ''),
  }
  const lines = [t(facts.direction === 'below' ? 'message.price_alert.below' : 'message.price_alert.above', values)]
  if (facts.tickSequence && facts.tickAt) {
    lines.push(t('message.price_alert.tick', { sequence: facts.tickSequence, time: time(facts.tickAt) }))
  }
  return {
    icon: 'bell',
    tone: 'brand',
    title: t('message.price_alert.title'),
    lines,
    ...(facts.symbol
      ? { page: '/pages/Detail/Detail', params: { symbol: facts.symbol } }
      : { page: '/pages/product/product' }),
  }
}

type MoneyKind = 'deposit_successful' | 'deposit_failed' | 'withdrawal_successful' | 'withdrawal_failed'

function viewMoney(kind: MoneyKind, facts: Facts, terms: MessageTerms): MessageView {
  const { t, amount } = terms
  const isDeposit = kind === 'deposit_successful' || kind === 'deposit_failed'
  const failed = kind === 'deposit_failed' || kind === 'withdrawal_failed'
  const values = { amount: amount(facts.amount ?? ''), received: amount(facts.received ?? facts.amount ?? '') }
  const lines = [t(`message.${kind}.text`, values)]
  if (failed) lines.push(t('message.reason', { reason: failureText(facts, terms) }))
  if (facts.reference) lines.push(t('message.reference', { reference: facts.reference }))
  return {
    icon: isDeposit ? 'deposit' : 'withdraw',
    tone: failed ? 'bad' : 'good',
    title: t(`message.${kind}.title`),
    lines,
    page: isDeposit ? '/pages/withdraw-list/withdraw-open' : '/pages/withdraw-list/withdraw-list',
  }
}

/** What the operator wrote says more than the code. */
function failureText({ reason, note }: Facts, { t }: MessageTerms): string {
  if (note) return note
  return t(`message.failure.${FAILURES.find((known) => known === reason) ?? 'rejected'}`)
}

function viewVerification(
  kind: 'verification_verified' | 'verification_rejected',
  facts: Facts,
  { t }: MessageTerms,
): MessageView {
  const rejected = kind === 'verification_rejected'
  const lines = [t(`message.${kind}.text`)]
  if (rejected && facts.reason) lines.unshift(t('message.reason', { reason: facts.reason }))
  return {
    icon: 'id',
    tone: rejected ? 'bad' : 'good',
    title: t(`message.${kind}.title`),
    lines,
    page: '/pages/verify/verify',
  }
}

function viewSecurity(facts: Facts, { t }: MessageTerms): MessageView {
  const event = facts.event ?? ''
  const page = Object.entries(SECURITY_PAGES).find(([known]) => known === event)?.[1]
  if (page === undefined)
    return { icon: 'shield', tone: 'warn', title: t('message.security.other'), lines: [], page: '/pages/set/set' }
  const lines = [t(`message.security.${event}.text`)]
  if (facts.device) lines.unshift(t('message.device', { device: deviceText(facts.device, t) }))
  return { icon: 'shield', tone: 'warn', title: t(`message.security.${event}.title`), lines, page }
}

/** The server names devices in English. */
function deviceText(device: string, t: MessageTerms['t']): string {
  const parts = deviceParts(device)
  return parts ? t('settings.sessions.device', parts) : device
}

/** "2026-11-20" as the product writes days (PRODUCT.md 6.4); anything else as it is. */
function dayText(day: string | undefined): string {
  return (day ?? '').replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$1/$2/$3')
}
