import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Descriptions, Form, Input, Space, Table, Typography } from 'antd'
import type { WithdrawalBackground } from '../../contract/consoleMoney'
import { call } from '../api'
import { dated } from '../parts/dated'
import { described, RejectionFields } from '../parts/Fields'
import { Mark } from '../parts/Mark'
import { useReasons } from '../parts/reasons'
import { useAction } from '../parts/useAction'
import { useSession } from '../session'
import { moment, t } from '../texts'

interface StepProps {
  reference: string
  amount: string
  isPickedUp: boolean
}

function PaymentSteps({ reference, amount }: StepProps) {
  const act = useAction()
  return (
    <>
      <Button
        type="primary"
        onClick={() =>
          act({
            action: 'withdrawals.approve',
            params: { reference, amount },
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
  )
}

function Steps({ reference, amount, isPickedUp }: StepProps) {
  const act = useAction()
  return (
    <Space wrap>
      {isPickedUp ? (
        <PaymentSteps reference={reference} amount={amount} isPickedUp />
      ) : (
        <Button type="primary" onClick={() => act({ action: 'withdrawals.pick-up', params: { reference, amount } })}>
          {t('action/withdrawals.pick-up')}
        </Button>
      )}
      <Button
        danger
        onClick={() =>
          act({
            action: 'withdrawals.reject',
            params: { reference },
            fields: (
              <>
                <RejectionFields what="withdrawal" />
                {isPickedUp && (
                  <Form.Item name="notSent" valuePropName="checked">
                    <Checkbox>{t('notSent')}</Checkbox>
                  </Form.Item>
                )}
              </>
            ),
            danger: true,
          })
        }
      >
        {t('action/withdrawals.reject')}
      </Button>
    </Space>
  )
}

/** Facts about the user to check before money leaves. */
function Background({ background, currency }: { background: WithdrawalBackground; currency: string }) {
  const { risks, hold, moves, notes } = background
  return (
    <>
      {risks.length > 0 && (
        <Space wrap>
          {risks.map((risk) => (
            <Mark key={risk} level="soon">
              {t(`risk/${risk}`)}
            </Mark>
          ))}
        </Space>
      )}
      <Descriptions
        bordered
        column={1}
        size="small"
        items={described({
          registeredAt: moment(background.registeredAt),
          payoutAccountSince: moment(background.payoutAccountSince),
          deposited: `${background.deposited} ${currency}`,
          withdrawn: `${background.withdrawn} ${currency}`,
          hold: hold && `${t(`hold/${hold.reason}`)}, ${moment(hold.until)}`,
        })}
      />
      <Typography.Title level={5}>{t('field/moves')}</Typography.Title>
      <Table
        rowKey="reference"
        size="small"
        pagination={false}
        dataSource={moves}
        columns={[
          dated('at'),
          { title: t('field/kind'), dataIndex: 'kind', render: (kind: string) => t(`menu/${kind}s`) },
          { title: t('field/reference'), dataIndex: 'reference' },
          { title: t('field/amount'), dataIndex: 'amount', align: 'right' },
          { title: t('field/status'), dataIndex: 'status', render: (status: string) => t(`status/${status}`) },
        ]}
      />
      {notes.length > 0 && <Typography.Title level={5}>{t('field/notes')}</Typography.Title>}
      {notes.map(({ author, text, at }) => (
        <div key={at}>
          <Typography.Text type="secondary">
            {author}, {moment(at)}
          </Typography.Text>
          <div style={{ whiteSpace: 'pre-wrap' }}>{text}</div>
        </div>
      ))}
    </>
  )
}

/** One withdrawal: whom to pay, what to know first, and the steps that are open. */
export function OpenWithdrawal({ reference }: { reference: string }) {
  const { currency } = useSession().session
  const { readFailure } = useReasons()
  const opened = useQuery({
    queryKey: ['withdrawal', reference],
    queryFn: () => call('openWithdrawal', { params: { key: reference } }),
  })
  if (opened.error) return <Alert type="warning" title={t('problem/not_found')} />
  if (!opened.data) return null
  const withdrawal = opened.data
  const { amount, background } = withdrawal
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <Descriptions
        bordered
        column={1}
        items={described({
          reference,
          account: withdrawal.account,
          amount: `${amount} ${currency}`,
          fee: `${withdrawal.fee} ${currency}`,
          toPay: `${withdrawal.toPay} ${currency}`,
          method: withdrawal.method,
          status: t(`status/${withdrawal.status}`),
          pickedUpBy: withdrawal.pickedUpBy,
          payee: withdrawal.payee?.accountName ?? null,
          payeeNumber: withdrawal.payee?.number ?? null,
          numberKind: withdrawal.payee?.numberKind ? t(`numberKind/${withdrawal.payee.numberKind}`) : null,
          bankCode: withdrawal.payee?.bankCode ?? null,
          payeeAddress: withdrawal.payee?.accountAddress ?? null,
          payoutReference: withdrawal.payoutReference,
          reason: readFailure(withdrawal.reason),
        })}
      />
      {withdrawal.status === 'under_review' && !background && <Alert type="info" title={t('claimToSee')} />}
      {withdrawal.status === 'under_review' && (
        <Steps reference={reference} amount={amount} isPickedUp={withdrawal.pickedUpBy !== null} />
      )}
      {background && <Background background={background} currency={currency} />}
    </Space>
  )
}
