import { useQuery } from '@tanstack/react-query'
import {
  Button,
  Checkbox,
  Descriptions,
  type DescriptionsProps,
  Drawer,
  Form,
  Image,
  Input,
  Segmented,
  Space,
} from 'antd'
import { type ReactNode, useState } from 'react'
import type { DepositItem, WithdrawalItem } from '../../contract/consoleSchemas'
import { call, pictureOf } from '../api'
import { RejectionFields } from '../parts/Fields'
import { Due, Queue } from '../parts/Queue'
import { useAction } from '../parts/useAction'
import { useSession } from '../session'
import { moment, t } from '../texts'

type Status = DepositItem['status']
const STATUSES: Status[] = ['under_review', 'successful', 'failed']

function StatusChoice({ value, onChange }: { value: Status; onChange(status: Status): void }) {
  return (
    <Segmented<Status>
      value={value}
      onChange={onChange}
      options={STATUSES.map((status) => ({ value: status, label: t(`status/${status}`) }))}
    />
  )
}

const described = (facts: Record<string, ReactNode>): DescriptionsProps['items'] =>
  Object.entries(facts)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, children]) => ({ key, label: t(`field/${key}`), children }))

function OpenDeposit({ item }: { item: DepositItem }) {
  const act = useAction()
  const { currency } = useSession().session
  const opened = useQuery({
    queryKey: ['deposit', item.key],
    queryFn: () => call('openDeposit', { params: { key: item.key } }),
  })
  if (!opened.data) return null
  const deposit = opened.data
  const money = { reference: deposit.key, amount: deposit.amount }
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Descriptions
        bordered
        column={1}
        items={described({
          reference: deposit.key,
          account: deposit.account,
          amount: `${deposit.amount} ${currency}`,
          channel: deposit.channel,
          status: t(`status/${deposit.status}`),
          reason: deposit.reason,
          notices: deposit.notices.join('; '),
        })}
      />
      {deposit.hasProof && deposit.claim?.mine && (
        <Image width={320} alt={t('proof')} src={pictureOf('getDepositProof', { key: deposit.key })} />
      )}
      {deposit.status !== 'successful' && (
        <Space wrap>
          <Button
            type="primary"
            onClick={() =>
              act({
                action: 'deposits.approve',
                params: money,
                initial: { late: deposit.status === 'failed' },
                fields: (
                  <Form.Item name="late" valuePropName="checked">
                    <Checkbox>{t('late')}</Checkbox>
                  </Form.Item>
                ),
              })
            }
          >
            {t('action/deposits.approve')}
          </Button>
          <Button
            danger
            onClick={() =>
              act({
                action: 'deposits.reject',
                params: { reference: deposit.key },
                fields: <RejectionFields what="deposit" />,
                danger: true,
              })
            }
          >
            {t('action/deposits.reject')}
          </Button>
        </Space>
      )}
    </Space>
  )
}

function WithdrawalSteps({ reference, amount, pickedUp }: { reference: string; amount: string; pickedUp: boolean }) {
  const act = useAction()
  const money = { reference, amount }
  return (
    <Space wrap>
      {pickedUp ? (
        <>
          <Button
            type="primary"
            onClick={() =>
              act({
                action: 'withdrawals.approve',
                params: money,
                fields: (
                  <Form.Item
                    name="payoutReference"
                    label={t('field/payoutReference')}
                    rules={[{ required: true, min: 2, message: t('field/payoutReference') }]}
                  >
                    <Input maxLength={200} />
                  </Form.Item>
                ),
              })
            }
          >
            {t('action/withdrawals.approve')}
          </Button>
          <Button onClick={() => act({ action: 'withdrawals.hand-back', params: { reference } })}>
            {t('action/withdrawals.hand-back')}
          </Button>
        </>
      ) : (
        <Button type="primary" onClick={() => act({ action: 'withdrawals.pick-up', params: money })}>
          {t('action/withdrawals.pick-up')}
        </Button>
      )}
      <Button
        danger
        onClick={() =>
          act({
            action: 'withdrawals.reject',
            params: { reference },
            fields: <RejectionFields what="withdrawal" />,
            danger: true,
          })
        }
      >
        {t('action/withdrawals.reject')}
      </Button>
    </Space>
  )
}

function OpenWithdrawal({ item }: { item: WithdrawalItem }) {
  const { currency } = useSession().session
  const opened = useQuery({
    queryKey: ['withdrawal', item.key],
    queryFn: () => call('openWithdrawal', { params: { key: item.key } }),
  })
  if (!opened.data) return null
  const withdrawal = opened.data
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Descriptions
        bordered
        column={1}
        items={described({
          reference: withdrawal.key,
          account: withdrawal.account,
          amount: `${withdrawal.amount} ${currency}`,
          fee: `${withdrawal.fee} ${currency}`,
          toPay: `${withdrawal.toPay} ${currency}`,
          method: withdrawal.method,
          status: t(`status/${withdrawal.status}`),
          pickedUpBy: withdrawal.pickedUpBy,
          payee: withdrawal.payee?.accountName ?? null,
          payeeNumber: withdrawal.payee?.number ?? null,
          payeeAddress: withdrawal.payee?.accountAddress ?? null,
          payoutReference: withdrawal.payoutReference,
          reason: withdrawal.reason,
        })}
      />
      {withdrawal.status === 'under_review' && (
        <WithdrawalSteps
          reference={withdrawal.key}
          amount={withdrawal.amount}
          pickedUp={withdrawal.pickedUpBy !== null}
        />
      )}
    </Space>
  )
}

/** Deposits that a person confirms. */
export function Deposits() {
  const [status, setStatus] = useState<Status>('under_review')
  const [item, setItem] = useState<DepositItem>()
  return (
    <>
      <Queue<DepositItem>
        queue="deposits"
        part={status}
        load={(cursor) => call('listDeposits', { query: { status, ...(cursor !== undefined && { cursor }) } })}
        onOpen={setItem}
        columns={[
          { title: t('field/reference'), dataIndex: 'key' },
          { title: t('field/account'), dataIndex: 'account' },
          { title: t('field/amount'), dataIndex: 'amount', align: 'right' },
          { title: t('field/channel'), dataIndex: 'channel' },
          { title: t('field/createdAt'), dataIndex: 'createdAt', render: moment },
          { title: t('field/dueAt'), dataIndex: 'dueAt', render: (at: string | null) => <Due at={at} /> },
        ]}
      >
        <StatusChoice value={status} onChange={setStatus} />
      </Queue>
      <Drawer
        title={item?.key}
        size="large"
        open={item !== undefined}
        onClose={() => setItem(undefined)}
        destroyOnHidden
      >
        {item && <OpenDeposit item={item} />}
      </Drawer>
    </>
  )
}

/** Withdrawals: picked up, paid, recorded. */
export function Withdrawals() {
  const [status, setStatus] = useState<Status>('under_review')
  const [item, setItem] = useState<WithdrawalItem>()
  return (
    <>
      <Queue<WithdrawalItem>
        queue="withdrawals"
        part={status}
        load={(cursor) => call('listWithdrawals', { query: { status, ...(cursor !== undefined && { cursor }) } })}
        onOpen={setItem}
        columns={[
          { title: t('field/reference'), dataIndex: 'key' },
          { title: t('field/account'), dataIndex: 'account' },
          { title: t('field/amount'), dataIndex: 'amount', align: 'right' },
          { title: t('field/method'), dataIndex: 'method' },
          { title: t('field/pickedUpBy'), dataIndex: 'pickedUpBy' },
          { title: t('field/createdAt'), dataIndex: 'createdAt', render: moment },
          { title: t('field/dueAt'), dataIndex: 'dueAt', render: (at: string | null) => <Due at={at} /> },
        ]}
      >
        <StatusChoice value={status} onChange={setStatus} />
      </Queue>
      <Drawer
        title={item?.key}
        size="large"
        open={item !== undefined}
        onClose={() => setItem(undefined)}
        destroyOnHidden
      >
        {item && <OpenWithdrawal item={item} />}
      </Drawer>
    </>
  )
}
