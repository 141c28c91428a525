import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Descriptions, Form, Space } from 'antd'
import type { DepositItem } from '../../contract/consoleSchemas'
import { call, pictureOf } from '../api'
import { described, RejectionFields } from '../parts/Fields'
import { Photo } from '../parts/Photo'
import { useReasons } from '../parts/reasons'
import { useAction } from '../parts/useAction'
import { useSession } from '../session'
import { t } from '../texts'

/** One deposit: what arrived, the proof of it, and the two decisions that can end it. */
export function OpenDeposit({ item }: { item: DepositItem }) {
  const act = useAction()
  const { currency } = useSession().session
  const { readFailure } = useReasons()
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
          reason: readFailure(deposit.reason),
          notices: deposit.notices.join('; '),
        })}
      />
      {deposit.hasProof && deposit.claim?.mine && (
        <Photo name={t('proof')} src={pictureOf('getDepositProof', { key: deposit.key })} />
      )}
      {/* Money that comes after a rejection needs a deposit of its own. */}
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
