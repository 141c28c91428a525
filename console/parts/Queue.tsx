import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Queue as QueueName } from '../../contract/console'
import { useSession } from '../session'
import { grouped, t } from '../texts'
import type { Claimed } from './Claiming'
import { FindField } from './FindField'
import { Mark } from './Mark'
import { SendButton } from './SendButton'
import { Split } from './Split'
import { useReloading } from './useReloading'
import { dueInWords, useWaiting } from './waiting'

export interface PageOf<T> {
  items: T[]
  nextCursor: string | null
}

export interface QueueQuery {
  cursor?: string
  text?: string
}

interface Props<T extends Claimed> {
  queue: QueueName
  /** Tells lists of one queue apart, for example by status. */
  part?: string
  load(query: QueueQuery): Promise<PageOf<T>>
  /** Name of the search. */
  find: string
  children?: ReactNode
  row(item: T): ReactNode
  nameOf(key: string, item: T | undefined): string
  show(key: string, item: T | undefined): ReactNode
}

/** How many wait, how much that is, and when the first is due. */
function Summary({ queue }: { queue: QueueName }) {
  const { currency } = useSession().session
  const waiting = useWaiting().of(queue)
  if (!waiting || waiting.count === 0) return null
  return (
    <>
      <span>
        {t('waitingCount', { count: waiting.count })}
        {waiting.amount !== null &&
          ` · ${t(`waitingSum/${queue}`, { amount: `${grouped(waiting.amount)} ${currency}` })}`}
      </span>
      {waiting.dueAt && <span className="split__due">{dueInWords(waiting.dueAt)}</span>}
    </>
  )
}

/** Who works on an item, in its row. */
export const ClaimMark = ({ claim }: Pick<Claimed, 'claim'>) =>
  claim && <Mark level={claim.mine ? 'open' : 'plain'}>{claim.mine ? t('mine') : claim.by}</Mark>

/** A list that waits for somebody, with who works on what, next to the open item. */
export function Queue<T extends Claimed>({ queue, part = '', load, find, children, ...shown }: Props<T>) {
  const [text, setText] = useState('')
  const list = useInfiniteQuery({
    queryKey: [queue, part, text],
    queryFn: ({ pageParam }) =>
      load({ ...(pageParam !== undefined && { cursor: pageParam }), ...(text.length > 1 && { text }) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  useReloading(list.refetch)
  return (
    <Split<T>
      page={queue}
      items={list.data?.pages.flatMap((page) => page.items) ?? []}
      asked={list}
      opensFirst={text === ''}
      pages={list}
      summary={<Summary queue={queue} />}
      none={t(text === '' ? 'nothingWaits' : 'nothingFound')}
      tools={
        <>
          {children}
          <SendButton send={() => list.refetch()}>{t('do/reload')}</SendButton>
          <FindField name={find} onFind={setText} />
        </>
      }
      {...shown}
    />
  )
}
