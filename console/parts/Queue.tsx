import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Empty, Space, Table, type TableColumnsType, Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Queue as QueueName } from '../../contract/console'
import { call } from '../api'
import { t } from '../texts'
import { More } from './More'
import { SendButton } from './SendButton'
import { useProblem } from './useProblem'
import { Wide } from './Wide'

interface Item {
  key: string
  claim: { by: string; mine: boolean; until: string } | null
}
export interface PageOf<T> {
  items: T[]
  nextCursor: string | null
}

const REFRESH_MS = 15_000

interface Props<T extends Item> {
  queue: QueueName
  /** Tells lists of one queue apart, for example by status. */
  part?: string
  load(cursor: string | undefined): Promise<PageOf<T>>
  columns: TableColumnsType<T>
  onOpen(item: T): void
  children?: ReactNode
}

/** A list that waits for somebody, in pages, with who works on what. */
export function Queue<T extends Item>({ queue, part = '', load, columns, onOpen, children }: Props<T>) {
  const showProblem = useProblem()
  const list = useInfiniteQuery({
    queryKey: [queue, part],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: REFRESH_MS,
  })
  const claim = (item: T, endpoint: 'claimItem' | 'releaseItem') =>
    call(endpoint, { params: { queue, key: item.key } })
      .then(() => list.refetch())
      .catch(showProblem)
  const actions: TableColumnsType<T> = [
    {
      title: t('field/claim'),
      key: 'claim',
      render: (_, item) => (item.claim ? item.claim.mine ? <Tag color="blue">{t('mine')}</Tag> : item.claim.by : '–'),
    },
    {
      key: 'do',
      render: (_, item) => (
        <Space wrap size={4}>
          {item.claim?.mine ? (
            <SendButton size="small" send={() => claim(item, 'releaseItem')}>
              {t('do/release')}
            </SendButton>
          ) : (
            <SendButton size="small" disabled={item.claim !== null} send={() => claim(item, 'claimItem')}>
              {t('do/claim')}
            </SendButton>
          )}
          <Button size="small" type="link" onClick={() => onOpen(item)}>
            {t('do/open')}
          </Button>
        </Space>
      ),
    },
  ]
  return (
    <>
      <Space style={{ marginBottom: 16 }}>
        {children}
        <SendButton send={() => list.refetch()}>{t('do/reload')}</SendButton>
      </Space>
      <Wide name={t(`menu/${queue}`)}>
        <Table<T>
          rowKey="key"
          size="middle"
          loading={list.isLoading}
          columns={[...columns, ...actions]}
          dataSource={list.data?.pages.flatMap((page) => page.items) ?? []}
          pagination={false}
          locale={{ emptyText: <Empty description={t('nothingWaits')} /> }}
        />
      </Wide>
      <More list={list} />
    </>
  )
}
