import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Descriptions, Form, Space } from 'antd'
import type { OpenDeposit as Deposit } from '../../contract/consoleMoney'
import { call, pictureOf } from '../api'
import { channelName } from '../parts/channelName'
import { described, RejectionFields } from '../parts/Fields'
import { Photo } from '../parts/Photo'
import { useReasons } from '../parts/reasons'
import { useAction } from '../parts/useAction'
import { useSession } from '../session'
import { moment, t } from '../texts'

/** The notices of the paying service, line by line. */
const Notices = ({ notices, currency }: { notices: Deposit['notices']; currency: string }) =>
  notices.map(({ status, amount, refusal, at }) => (
    <div key={at + status + amount}>
      {moment(at)}: {t(`paymentNotice/${status}`)}, {amount} {currency}
      {refusal && ` – ${t(`noticeRefusal/${refusal}`)}`}
    </div>
  ))

/** One deposit: what arrived, the proof of it, and the two decisions that can end it. */
export function OpenDeposit({ reference }: { reference: string }) {
  const act = useAction()
  const { currency } = useSession().session
  const { readFailure } = useReasons()
  const opened = useQuery({
    queryKey: ['deposit', reference],
    queryFn: () => call('openDeposit', { params: { key: reference } }),
  })
  if (opened.error) return <Alert type="warning" title={t('problem/not_found')} />
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
          channel: channelName(deposit),
          status: t(`status/${deposit.status}`),
          reason: readFailure(deposit.reason),
          notices: deposit.notices.length > 0 && <Notices notices={deposit.notices} currency={currency} />,
        })}
      />
      {deposit.hasProof && deposit.claim?.mine && (
        <Photo name={t('proof')} src={pictureOf('getDepositProof', { key: deposit.key })} />
      )}
      {/* Money that comes after a rejection needs its own deposit. */}
      {deposit.status !== 'successful' && deposit.reason?.code !== 'rejected' && (
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
          {deposit.status === 'under_review' && (
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
          )}
        </Space>
      )}
    </Space>
  )
}
