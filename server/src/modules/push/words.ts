import { fallbacksOf, LOCALES, type Locale } from '../../../../contract/locales'
import {
  type MessageFacts,
  type MessageKind,
  SECURITY_EVENTS,
  type SecurityEvent,
} from '../../../../contract/messageFacts'
import type { PushCategory, PushPayload } from '../../../../contract/push'
import { type TextKey, textOf } from './texts'

/** The waiting push for a subscription in one category: the newest of `count` messages. */
export interface Told {
  category: PushCategory
  kind: MessageKind
  facts: Record<string, string>
  count: number
  /** For an announcement, by language. */
  texts: Partial<Record<Locale, { title: string; body: string }>> | null
}

const ALL_MESSAGES = '/pages/message/message'
/** The page that each kind opens, the same as from its row among the messages. */
const PATHS: Record<Exclude<MessageKind, 'security'>, string> = {
  order_settled: '/pages/order/closed',
  price_alert: '/pages/Detail/Detail',
  deposit_successful: '/pages/withdraw-list/withdraw-open',
  deposit_failed: '/pages/withdraw-list/withdraw-open',
  withdrawal_successful: '/pages/withdraw-list/withdraw-list',
  withdrawal_failed: '/pages/withdraw-list/withdraw-list',
  verification_verified: '/pages/verify/verify',
  verification_rejected: '/pages/verify/verify',
  savings_confirmed: '/pages/Particulars/Particulars',
  announcement: ALL_MESSAGES,
}
const BODY_MAX = 300

const localeOf = (text: string): Locale => LOCALES.find((locale) => locale === text) ?? 'en-US'

function say(locale: Locale, key: TextKey, values: Record<string, string | number> = {}): string {
  return textOf(locale, key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

/** A decimal string with the separators of the language, without losing a digit. */
function priceIn(locale: Locale, text: string | undefined): string {
  if (text === undefined || !/^\d{1,16}(\.\d{1,12})?$/.test(text)) return text ?? ''
  const digits = text.split('.')[1]?.length ?? 0
  // Passed as a string, so that no digit goes through a float.
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(
    text as `${number}`,
  )
}

type Said = Pick<PushPayload, 'title' | 'body' | 'path' | 'tag'>

function sayOrder(facts: MessageFacts['order_settled'], locale: Locale, product: string): Said {
  const path = `${PATHS.order_settled}?id=${facts.orderId}`
  return { title: say(locale, `message.order.${facts.status}`), body: `${product} · ${facts.number}`, path }
}

function sayAlert(facts: MessageFacts['price_alert'], locale: Locale, product: string): Said {
  const values = { product, price: priceIn(locale, facts.price), tickPrice: priceIn(locale, facts.tickPrice) }
  return {
    title: say(locale, 'message.price_alert.title'),
    body: say(locale, `message.price_alert.${facts.direction}`, values),
    path: `${PATHS.price_alert}?symbol=${facts.symbol}`,
  }
}

function saySecurity({ event }: MessageFacts['security'], locale: Locale): Said {
  const isKnown = (SECURITY_EVENTS as readonly string[]).includes(event)
  const known: SecurityEvent | undefined = isKnown ? event : undefined
  return {
    title: say(locale, known ? `message.security.${known}.title` : 'message.security.other'),
    body: known ? say(locale, `message.security.${known}.text`) : '',
    path: ALL_MESSAGES,
  }
}

function sayOne({ kind, facts, texts: announced }: Told, locale: Locale, productOf: (symbol: string) => string): Said {
  // The types check the writers of the rows against the facts of each kind; see contract/messageFacts.ts.
  const factsOf = <K extends MessageKind>(_: K) => facts as unknown as MessageFacts[K]
  switch (kind) {
    case 'order_settled':
      return sayOrder(factsOf(kind), locale, productOf(facts.symbol ?? ''))
    case 'price_alert':
      return sayAlert(factsOf(kind), locale, productOf(facts.symbol ?? ''))
    case 'security':
      return saySecurity(factsOf(kind), locale)
    case 'announcement': {
      const [text] = fallbacksOf(locale).flatMap((one) => announced?.[one] ?? [])
      return { title: text?.title ?? say(locale, 'message.announcement'), body: text?.body ?? '', path: PATHS[kind] }
    }
    case 'verification_verified':
    case 'verification_rejected':
      return {
        title: say(locale, `message.${kind}.title`),
        body: say(locale, `message.${kind}.text`),
        path: PATHS[kind],
      }
    default: {
      const { reference } = facts
      const body = reference === undefined ? '' : say(locale, 'message.reference', { reference })
      return { title: say(locale, `message.${kind}.title`), body, path: PATHS[kind] }
    }
  }
}

/**
 * The text of a push, in the words of the app's own messages. It contains no amount, because it may show on a locked
 * screen, and the server does not know who hides balances (PRODUCT.md 15.6).
 */
export function wordPush(
  told: Told,
  language: string,
  productOf: (symbol: string, locale: Locale) => string,
): PushPayload {
  const locale = localeOf(language)
  const { category, count } = told
  const said =
    count > 1
      ? { title: say(locale, `push.${category}`, { count }), body: say(locale, 'push.more'), path: ALL_MESSAGES }
      : sayOne(told, locale, (symbol) => productOf(symbol, locale))
  const body = said.body.length > BODY_MAX ? `${said.body.slice(0, BODY_MAX - 1)}…` : said.body
  // For results the newest is enough; everything else stays until it is read.
  return { ...said, body, lang: locale, ...(category === 'results' ? { tag: category } : {}) }
}
