import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import type { DepositItem, WithdrawalItem } from '../../contract/consoleMoney'
import { call } from '../api'
import { channelName } from '../parts/channelName'
import { Age, Due } from '../parts/Due'
import { ClaimMark, type PageOf, Queue, type QueueQuery } from '../parts/Queue'
import { Row } from '../parts/Row'
import { grouped, t } from '../texts'
import { OpenDeposit } from './OpenDeposit'
import { OpenWithdrawal } from './OpenWithdrawal'

type Status = DepositItem['status']
const STATUSES: Status[] = ['under_review', 'successful', 'failed']

interface Props<T> {
  queue: 'deposits' | 'withdrawals'
  load(query: QueueQuery & { status: Status }): Promise<PageOf<T>>
  /** What the bank gets or has to get. */
  figure(item: T): string
  /** How the money comes or goes, and who has to do with it. */
  about(item: T): ReactNode
  show(reference: string, item: T | undefined): ReactNode
}

/** Movements of money by status, each opened next to the list. */
function MoneyQueue<T extends DepositItem | WithdrawalItem>({ queue, load, figure, about, show }: Props<T>) {
  const [status, setStatus] = useState<Status>('under_review')
  return (
    <Queue<T>
      queue={queue}
      part={status}
      load={(query) => load({ ...query, status })}
      find={t('findMoney')}
      nameOf={(reference) => reference}
      show={show}
      row={(item) => (
        <Row
          name={item.account}
          detail={item.key}
          figure={grouped(figure(item))}
          about={
            <>
              {about(item)} · <Age from={item.createdAt} />
            </>
          }
          due={
            <>
              <ClaimMark claim={item.claim} />
              {status === 'under_review' && <Due at={item.dueAt} from={item.createdAt} />}
            </>
          }
        />
      )}
    >
      <Segmented<Status>
        value={status}
        onChange={setStatus}
        options={STATUSES.map((value) => ({ value, label: t(`status/${value}`) }))}
      />
    </Queue>
  )
}

/** Deposits that a person confirms. */
export const Deposits = () => (
  <MoneyQueue<DepositItem>
    queue="deposits"
    load={(query) => call('listDeposits', { query })}
    figure={({ amount }) => amount}
    about={channelName}
    show={(reference, item) => <OpenDeposit reference={reference} item={item} />}
  />
)

/** Withdrawals: picked up, paid, recorded. */
export const Withdrawals = () => (
  <MoneyQueue<WithdrawalItem>
    queue="withdrawals"
    load={(query) => call('listWithdrawals', { query })}
    figure={({ toPay }) => toPay}
    about={({ method, pickedUpBy, amount, toPay }) => (
      <>
        {method}
        {amount !== toPay && ` · ${t('field/amount')}: ${grouped(amount)}`}
        {pickedUpBy !== null && ` · ${t('field/pickedUpBy')}: ${pickedUpBy}`}
      </>
    )}
    show={(reference, item) => <OpenWithdrawal reference={reference} item={item} />}
  />
)
