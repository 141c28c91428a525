import { useQuery } from '@tanstack/react-query'
import { Alert, Checkbox, Form, Input } from 'antd'
import type { OpenWithdrawal as Withdrawal, WithdrawalItem } from '../../contract/consoleMoney'
import { call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { Claiming } from '../parts/Claiming'
import { RejectionFields, written } from '../parts/Fields'
import { PayBox } from '../parts/PayBox'
import { useReasons } from '../parts/reasons'
import { Box, Fact } from '../parts/Sheet'
import { History, Risks, UserBox } from '../parts/WithdrawalBackground'
import { useSession } from '../session'
import { grouped, moment, t } from '../texts'

function PaymentSteps({ withdrawal, about }: { withdrawal: Withdrawal; about: string }) {
  const { key: reference, amount } = withdrawal
  return (
    <>
      <ActionButton
        type="primary"
        aria-keyshortcuts="P"
        action="withdrawals.approve"
        params={{ reference, amount }}
        about={about}
        fields={
          <Form.Item name="payoutReference" label={t('field/payoutReference')} rules={written()}>
            <Input maxLength={200} />
          </Form.Item>
        }
      />
      <ActionButton action="withdrawals.hand-back" params={{ reference }} about={about} />
    </>
  )
}

function Steps({ withdrawal }: { withdrawal: Withdrawal }) {
  const { currency } = useSession().session
  const { key: reference, account, amount, toPay, pickedUpBy } = withdrawal
  const about = `${grouped(toPay)} ${currency} · ${account}`
  const isPickedUp = pickedUpBy !== null
  return (
    <>
      {isPickedUp ? (
        <PaymentSteps withdrawal={withdrawal} about={about} />
      ) : (
        <ActionButton
          type="primary"
          aria-keyshortcuts="P"
          action="withdrawals.pick-up"
          params={{ reference, amount }}
          about={about}
        />
      )}
      <ActionButton
        aria-keyshortcuts="R"
        action="withdrawals.reject"
        params={{ reference }}
        about={about}
        fields={
          <>
            <RejectionFields what="withdrawal" />
            {isPickedUp && (
              <Form.Item name="notSent" valuePropName="checked">
                <Checkbox>{t('notSent')}</Checkbox>
              </Form.Item>
            )}
          </>
        }
        danger
      />
    </>
  )
}

/** Its status, and who has done what. */
function StateBox({ withdrawal }: { withdrawal: Withdrawal }) {
  const { readFailure } = useReasons()
  const { account, status, pickedUpBy, payoutReference, reason, createdAt } = withdrawal
  return (
    <Box name={t('field/status')}>
      <Fact name={t('field/account')}>{account}</Fact>
      <Fact name={t('field/createdAt')}>{moment(createdAt)}</Fact>
      <Fact name={t('field/status')}>{t(`status/${status}`)}</Fact>
      <Fact name={t('field/pickedUpBy')}>{pickedUpBy}</Fact>
      <Fact name={t('field/payoutReference')}>{payoutReference}</Fact>
      <Fact name={t('field/reason')}>{readFailure(reason)}</Fact>
    </Box>
  )
}

/** One withdrawal: what to know first, whom to pay, and the steps that are open. */
export function OpenWithdrawal({ reference, item }: { reference: string; item: WithdrawalItem | undefined }) {
  const opened = useQuery({
    queryKey: ['withdrawal', reference],
    queryFn: () => call('openWithdrawal', { params: { key: reference } }),
  })
  if (opened.error) return <Alert type="warning" title={t('problem/not_found')} />
  if (!opened.data) return null
  const withdrawal = opened.data
  const { background, status } = withdrawal
  const { claim } = item ?? withdrawal
  return (
    <>
      {background && <Risks withdrawal={withdrawal} background={background} />}
      <div className="sheet__pair">
        <PayBox withdrawal={withdrawal} />
        <div>
          {background && <UserBox account={withdrawal.account} background={background} />}
          <StateBox withdrawal={withdrawal} />
        </div>
      </div>
      {status === 'under_review' && !background && <Alert type="info" title={t('claimToSee')} />}
      {background && <History reference={reference} background={background} />}
      {status === 'under_review' && (
        <Claiming queue="withdrawals" item={{ key: reference, claim }}>
          <Steps withdrawal={withdrawal} />
        </Claiming>
      )}
    </>
  )
}
