import type { Message } from '../../../contract/messages'
import { foldedResults } from './foldedResults'

const messageOf = (id: string, kind: string, createdAt: string) => ({ id, kind, createdAt }) as Message

test('the results of a day are one row in the place of the newest, and nothing else is folded', () => {
  const messages = [
    messageOf('1', 'order_settled', '2026-11-20T14:00:00.000Z'),
    messageOf('2', 'security', '2026-11-20T13:00:00.000Z'),
    messageOf('3', 'order_settled', '2026-11-20T12:00:00.000Z'),
    messageOf('4', 'order_settled', '2026-11-20T11:00:00.000Z'),
    messageOf('5', 'order_settled', '2026-11-19T11:00:00.000Z'),
    messageOf('6', 'order_settled', '2026-11-19T10:00:00.000Z'),
  ]
  const rows = foldedResults(messages, 'utc').map((item) =>
    item.kind === 'one' ? item.message.id : item.messages.map(({ id }) => id),
  )
  expect(rows).toEqual([['1', '3', '4'], '2', '5', '6'])
})
