import { entrySecondAt } from '../../../../proof/entry'
import type { CheckRow, CheckState } from '../../../components/CheckList'
import { isSimulatedMarket } from '../../../domain/labels'
import { decidingCount } from '../../../domain/proof/decidingCount'
import { pricesAround } from '../../../domain/proof/pricesAround'
import { STEPS, type Step, stepOf } from '../../../domain/proof/story'
import { formatClock, type TimeZoneChoice } from '../../../domain/time'
import type { T } from '../../../i18n/keys'
import type { Format } from '../../../i18n/numbers'
import type { CheckedReceipt } from '../../../stores/ProofStore'
import { directionWord } from '../directions'
import { durationText, ruleText, sourceText } from '../words'
import type { StoryFacts } from './storyFacts'

export interface StoryWords {
  t: T
  format: Format
  zone: TimeZoneChoice
  /** An amount as this user wants to see it. */
  shown: (amount: string) => string
}

interface ToldStep {
  title: string
  /** The evidence in short, next to the title. */
  value?: string
  text: string
}
type Told = Record<Step, ToldStep>

/** No price counts, because the order came too late into the log. */
const loggedLate = (t: T) => ({ title: t('trade.voided.logged_late'), text: t('orders.void.logged_late') })

/** That no price is missing, by the log of the house or by those who signed. */
function complete({ voidReason }: StoryFacts, found: CheckedReceipt | undefined, { t, format }: StoryWords): ToldStep {
  const signed = found?.check.signed
  if (!signed) {
    const text = t('orders.story.complete.text')
    // The number is part of what the check finds out.
    if (!found) return { title: t('orders.proof.ticks'), text }
    return { title: t('orders.story.complete.title'), value: format.number(String(ticksOf(found))), text }
  }
  if (voidReason === 'logged_late') return loggedLate(t)
  if (found && 'silence' in found.receipt && found.receipt.silence)
    return { title: t('orders.proof.ticks'), text: t('orders.story.signed.silent') }
  const [title, text] = signed.byTest ? (['testTitle', 'testText'] as const) : (['title', 'text'] as const)
  const isGap = voidReason === 'no_entry_tick' || voidReason === 'stale_at_expiry'
  return { title: t(`orders.story.signed.${title}`, signed), text: t(`orders.story.signed.${isGap ? 'gap' : text}`) }
}

/** Whether the operator can know the prices before they come in: simulated, replayed, or signed with test keys. */
const isKnownBefore = ({ source }: StoryFacts, found: CheckedReceipt | undefined): boolean =>
  isSimulatedMarket(source) || found?.check.signed?.byTest === true

/** The five steps in words. */
function told(facts: StoryFacts, found: CheckedReceipt | undefined, words: StoryWords): Told {
  const { t, format, zone, shown } = words
  const price = (text: string | null) => (text === null ? '–' : format.number(text))
  const clock = (at: number | null) => (at === null ? '–' : formatClock(at, zone, { millis: true }))
  const amount = shown(format.number(facts.stake))
  const rate = format.percent(facts.earningsRateBp, 0)
  const [entry, exit] = [price(facts.entryPrice), price(facts.exitPrice)]
  const direction = directionWord(facts.direction, t)
  const duration = durationText(facts.durationSeconds, t)
  const reason = {
    won: () =>
      t('orders.story.rule.won', { exit, entry, amount, rate, profit: shown(format.number(facts.profitLoss)) }),
    lost: () => t('orders.story.rule.lost', { exit, entry, direction }),
    tie: () => t('orders.story.rule.tie', { exit }),
    void: () => (facts.voidReason ? t(`orders.void.${facts.voidReason}`) : ''),
  }
  const { status } = facts
  const ended = status === 'pending' || status === 'open' ? undefined : status
  const none = (which: 'entry' | 'exit') =>
    facts.voidReason === 'logged_late'
      ? loggedLate(t)
      : { title: t(`orders.story.none.${which}`), text: t('orders.story.none.text') }
  const isSigned = found?.check.signed !== undefined
  return {
    agreed: {
      title: t('orders.story.agreed.title'),
      value: formatClock(entrySecondAt(facts.askedAt), zone),
      text: t(isKnownBefore(facts, found) ? 'orders.story.agreed.known' : 'orders.story.agreed.text', {
        direction,
        amount,
        duration,
        rate,
        time: clock(facts.askedAt),
      }),
    },
    first:
      ended === 'void' && facts.entryPrice === null
        ? none('entry')
        : { title: t('orders.story.first.title'), value: entry, text: t('orders.story.first.text') },
    complete: complete(facts, found, words),
    last:
      ended === 'void' && facts.exitPrice === null
        ? none('exit')
        : {
            title: t(isSigned ? 'orders.story.signed.lastTitle' : 'orders.story.last.title'),
            value: exit,
            text: t(isSigned ? 'orders.story.signed.lastText' : 'orders.story.last.text', {
              time: clock(facts.exitAt),
              end: clock(facts.expiresAt),
            }),
          },
    rule: {
      title: ended ? t(`orders.story.end.${ended}`, { rate }) : '–',
      value: shown(format.signed(facts.profitLoss)),
      text: ended ? reason[ended]() : '',
    },
  }
}

const SHOWN = 8
const short = (hash: string) => (hash.length > 2 * SHOWN ? `${hash.slice(0, SHOWN)}…${hash.slice(-SHOWN)}` : hash)

/** Of a void order, all that the receipt has. */
const ticksOf = ({ receipt }: CheckedReceipt) =>
  decidingCount(receipt.order) ?? ('tickCount' in receipt ? receipt.tickCount : 0)

const DECIDES = { entry: 'orders.detail.purchasePrice', exit: 'orders.detail.transactionPrice' } as const

/** The prices around entry and exit, with number and time. */
function around({ check, receipt: { order } }: CheckedReceipt, { t, format, zone }: StoryWords): [string, string][] {
  return pricesAround(check.ticks, order.entrySequence, order.exitSequence).map((row) => {
    if (row.kind === 'gap') return [t('orders.story.between'), format.number(String(row.count))]
    const { sequence, at, price } = row.tick
    const name = row.is ? ` · ${t(DECIDES[row.is])}` : ''
    return [`#${sequence} · ${formatClock(at, zone, { millis: true })}${name}`, format.number(price)]
  })
}

/** Evidence that no price is missing: the log of the house, or prices signed by others. */
function prices(checked: CheckedReceipt, words: StoryWords): [string, string][] {
  const { receipt } = checked
  const { t } = words
  if ('updates' in receipt) return receipt.updates.map((update) => [t('orders.story.signature'), short(update)])
  const root = receipt.head.products.find(({ symbol }) => symbol === receipt.order.symbol)?.root ?? ''
  return [
    ...around(checked, words),
    [t('orders.proof.ticks'), words.format.number(String(ticksOf(checked)))],
    [t('orders.proof.root'), short(root)],
  ]
}

/** The facts behind each step, for who wants to look them up. */
function evidence(checked: CheckedReceipt, words: StoryWords): Record<Step, [string, string][]> {
  const { t, zone } = words
  const { receipt } = checked
  const { order, acceptance } = receipt
  const clock = (at: number | null) => (at === null ? '–' : formatClock(at, zone, { millis: true }))
  const number = (sequence: number | null) => (sequence === null ? '–' : String(sequence))
  const field = (name: Parameters<typeof fieldKey>[0]) => t(fieldKey(name))
  return {
    agreed: [
      [field('acceptedAt'), clock(order.acceptedAt)],
      [t('orders.story.signature'), short(acceptance.signature)],
      [field('deviceSignature'), short(order.deviceSignature)],
    ],
    first: [
      [field('entrySequence'), number(order.entrySequence)],
      [field('entryAt'), clock(order.entryAt)],
      [field('source'), sourceText(order.source, t)],
    ],
    complete: prices(checked, words),
    last: [
      [field('exitSequence'), number(order.exitSequence)],
      [field('exitAt'), clock(order.exitAt)],
      [field('expiresAt'), clock(order.expiresAt)],
    ],
    rule: [
      [t('orders.detail.rule'), ruleText('updates' in receipt, t)],
      [t('orders.detail.closedAt'), clock(order.closedAt)],
    ],
  }
}

const fieldKey = <
  N extends
    | 'acceptedAt'
    | 'deviceSignature'
    | 'entrySequence'
    | 'entryAt'
    | 'source'
    | 'exitSequence'
    | 'exitAt'
    | 'expiresAt',
>(
  name: N,
) => `orders.proof.field.${name}` as const

/** The steps that do not hold. */
export function failedSteps({ check, history }: Pick<CheckedReceipt, 'check' | 'history'>): ReadonlySet<Step> {
  return new Set([...check.problems.map(stepOf), ...(history ? (['complete'] as const) : [])])
}

/** How many of the five checks a checked receipt has passed, of the first `shown`. */
export function passedSteps(checked: CheckedReceipt, shown: number = STEPS.length): number {
  const failed = failedSteps(checked)
  return STEPS.slice(0, shown).filter((step) => !failed.has(step)).length
}

/**
 * The story of a result, a row for each step. `checked` is undefined while this device checks, 'unknown' if it could
 * not; of its steps `shown` are told already.
 */
export function storyRows(
  facts: StoryFacts,
  checked: CheckedReceipt | 'unknown' | undefined,
  shown: number,
  words: StoryWords,
): CheckRow[] {
  const found = checked === 'unknown' || checked?.check.verdict === null ? undefined : checked
  const failed = checked === undefined || checked === 'unknown' ? new Set<Step>() : failedSteps(checked)
  const texts = told(facts, found, words)
  const details = found && evidence(found, words)
  const stateOf = (step: Step, index: number): CheckState => {
    if (checked === 'unknown') return 'unknown'
    if (index >= shown) return 'waiting'
    if (failed.has(step)) return 'failed'
    return found ? 'passed' : 'unknown'
  }
  return STEPS.map((step, index) => ({
    id: step,
    ...texts[step],
    state: stateOf(step, index),
    ...(details ? { details: details[step] } : {}),
  }))
}
