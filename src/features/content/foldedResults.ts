import type { Message } from '../../../contract/messages'
import { formatDayKey, type TimeZoneChoice } from '../../domain/time'

export type ResultMessage = Extract<Message, { kind: 'order_settled' }>

/** A row of the list: one message, or the results of a day. */
export type MessageItem = { kind: 'one'; message: Message } | { kind: 'results'; messages: ResultMessage[] }

/** Fewer results stay separate rows: one more tap would not be worth it. */
const FOLDED_FROM = 3

const isResult = (message: Message): message is ResultMessage => message.kind === 'order_settled'

/**
 * The messages with the results of each day as one row, in the place of the newest: orders are told on their own page,
 * and would push a new login or a withdrawal out of sight.
 */
export function foldedResults(messages: readonly Message[], zone: TimeZoneChoice): MessageItem[] {
  const dayOf = ({ createdAt }: Message) => formatDayKey(createdAt, zone)
  const byDay = new Map<string, ResultMessage[]>()
  for (const message of messages.filter(isResult)) {
    byDay.set(dayOf(message), [...(byDay.get(dayOf(message)) ?? []), message])
  }
  return messages.flatMap((message): MessageItem[] => {
    const ofDay = isResult(message) ? (byDay.get(dayOf(message)) ?? []) : []
    if (ofDay.length < FOLDED_FROM) return [{ kind: 'one', message }]
    return ofDay[0] === message ? [{ kind: 'results', messages: ofDay }] : []
  })
}
