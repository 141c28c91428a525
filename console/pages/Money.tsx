import { Drawer, Segmented, type TableColumnsType, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { DepositItem, WithdrawalItem } from '../../contract/consoleMoney'
import { call } from '../api'
import { channelName } from '../parts/channelName'
import { Age, Due } from '../parts/Due'
import { onOneLine } from '../parts/dated'
import { type PageOf, Queue } from '../parts/Queue'
import { Wide } from '../parts/Wide'
import { t } from '../texts'
import { OpenDeposit } from './OpenDeposit'
import { OpenWithdrawal } from './OpenWithdrawal'

type Status = DepositItem['status']
const STATUSES: Status[] = ['under_review', 'successful', 'failed']

interface Props<T> {
  queue: 'deposits' | 'withdrawals'
  load(query: { status: Status; cursor?: string }): Promise<PageOf<T>>
  /** In addition to those of every movement of money. */
  columns: TableColumnsType<T>
  show(reference: string): ReactNode
}

/** The open item; its reference is in the address, so that other pages can link to it. */
function useOpened(queue: string) {
  const [, navigate] = useLocation()
  const opened = new URLSearchParams(useSearch()).get('open') ?? undefined
  const setOpened = (reference: string | undefined) =>
    navigate(reference === undefined ? `/${queue}` : `/${queue}?open=${reference}`, { replace: true })
  return [opened, setOpened] as const
}

/** Movements of money by status, each opened next to the list. */
function MoneyQueue<T extends DepositItem | WithdrawalItem>({ queue, load, columns, show }: Props<T>) {
  const [status, setStatus] = useState<Status>('under_review')
  const [opened, setOpened] = useOpened(queue)
  return (
    <>
      <Queue<T>
        queue={queue}
        part={status}
        load={(cursor) => load({ status, ...(cursor !== undefined && { cursor }) })}
        onOpen={({ key }) => setOpened(key)}
        columns={[
          {
            title: t('field/reference'),
            dataIndex: 'key',
            onCell: onOneLine,
          },
          { title: t('field/account'), dataIndex: 'account' },
          { title: t('field/amount'), dataIndex: 'amount', align: 'right' },
          ...columns,
          {
            title: `${t('field/age')} / ${t('field/dueAt')}`,
            key: 'dueAt',
            render: (_, { dueAt, createdAt }) => (
              <>
                <Age from={createdAt} />
                <br />
                {status === 'under_review' && <Due at={dueAt} from={createdAt} />}
              </>
            ),
          },
        ]}
      >
        <Segmented<Status>
          value={status}
          onChange={setStatus}
          options={STATUSES.map((value) => ({ value, label: t(`status/${value}`) }))}
        />
      </Queue>
      <Drawer
        title={opened}
        size="large"
        open={opened !== undefined}
        onClose={() => setOpened(undefined)}
        destroyOnHidden
      >
        {opened !== undefined && <Wide name={opened}>{show(opened)}</Wide>}
      </Drawer>
    </>
  )
}

/** Deposits that a person confirms. */
export const Deposits = () => (
  <MoneyQueue<DepositItem>
    queue="deposits"
    load={(query) => call('listDeposits', { query })}
    columns={[{ title: t('field/channel'), key: 'channel', render: (_, item) => channelName(item) }]}
    show={(reference) => <OpenDeposit key={reference} reference={reference} />}
  />
)

/** Withdrawals: picked up, paid, recorded. */
export const Withdrawals = () => (
  <MoneyQueue<WithdrawalItem>
    queue="withdrawals"
    load={(query) => call('listWithdrawals', { query })}
    columns={[
      {
        title: t('field/method'),
        key: 'method',
        render: (_, { method, pickedUpBy }) => (
          <>
            {method}
            <br />
            {pickedUpBy !== null && (
              <Typography.Text type="secondary">
                {t('field/pickedUpBy')}: {pickedUpBy}
              </Typography.Text>
            )}
          </>
        ),
      },
    ]}
    show={(reference) => <OpenWithdrawal key={reference} reference={reference} />}
  />
)
