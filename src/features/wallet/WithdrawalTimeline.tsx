import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type OperatorReason, readOperatorReason } from '../../../contract/operatorReasons'
import type { Withdrawal } from '../../../contract/withdrawals'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { Tag } from '../../components/Tag'
import { Timeline } from '../../components/Timeline'
import { Amount } from '../../connected/Amount'
import { PrintButton } from '../../connected/PrintButton'
import { useCustomerService } from '../../connected/useCustomerService'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useLate } from '../../stores/StoresContext'
import { CancelMoney } from './CancelMoney'
import { CopyFact } from './CopyFact'
import { reasonText, STATUS_TONE, statusOf, timelineSteps } from './status'

/** A withdrawal from its request to its end. */
export const WithdrawalTimeline = observer(function WithdrawalTimeline({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useT()
  const format = useFormat()
  const { account, preferences, session, withdrawals } = useLate()
  const open = withdrawal.status === 'under_review'
  const next = open ? { title: t('wallet.nextWithdrawal'), at: withdrawal.expectedAt } : undefined
  const reason = reasonText(withdrawal.reason, t)
  return (
    <>
      <View className="money-course__head stack gap-6">
        <Text className="muted t13 num">{`${withdrawal.method.name} ${withdrawal.method.masked}`}</Text>
        <Text className="money-course__amount num">
          <Amount text={format.number(withdrawal.amount)} /> {session.appInfo?.currency.code ?? ''}
        </Text>
        <Tag tone={STATUS_TONE[statusOf(withdrawal)]}>{t(`wallet.status.${statusOf(withdrawal)}`)}</Tag>
      </View>
      {reason ? <Banner text={reason} /> : null}
      {open ? <Banner tone="brand" icon="clock" text={t('wallet.withdraw.wait')} /> : null}
      <Card>
        {withdrawal.status === 'failed' ? null : (
          <>
            <Fact label={t('wallet.withdraw.fee')}>
              <Amount text={format.number(withdrawal.fee)} />
            </Fact>
            <Fact label={t('wallet.withdraw.received')}>
              <Amount text={format.number(withdrawal.received)} />
            </Fact>
          </>
        )}
        <CopyFact label={t('wallet.reference')} value={withdrawal.reference} />
        {withdrawal.payoutReference ? (
          <CopyFact label={t('wallet.payoutReference')} value={withdrawal.payoutReference} />
        ) : null}
      </Card>
      <Card>
        <Text className="money-course__title block strong t16">{t('wallet.course')}</Text>
        <Timeline
          label={t('wallet.course')}
          steps={timelineSteps(withdrawal.timeline, next, t, preferences.timeZone)}
        />
      </Card>
      {statusOf(withdrawal) === 'failed' ? <WhatToDo withdrawal={withdrawal} /> : null}
      <PrintButton />
      {withdrawal.canCancel ? (
        <CancelMoney kind="withdraw" id={withdrawal.id} records={withdrawals} onAnswer={() => void account.load()} />
      ) : null}
    </>
  )
})

/** Reasons that the next withdrawal meets again until customer service has opened the account for a change. */
const OF_THE_ACCOUNT: ReadonlySet<OperatorReason | undefined> = new Set([
  'account_details_wrong',
  'account_holder_differs',
  'payment_returned',
])

/** The way on after a refusal: customer service, and the withdrawal account if that is the reason. */
function WhatToDo({ withdrawal: { reason } }: { withdrawal: Withdrawal }) {
  const t = useT()
  const openService = useCustomerService()
  const isOfAccount = OF_THE_ACCOUNT.has(readOperatorReason(reason?.note ?? '').code)
  return (
    <>
      {isOfAccount ? <Text className="block muted t13">{t('wallet.payout.changeNotice')}</Text> : null}
      <Button tone="secondary" onClick={openService}>
        {t('common.customerService')}
      </Button>
      {isOfAccount ? (
        <Button tone="plain" onClick={() => openPage('/pages/account/account')}>
          {t('title.payoutAccount')}
        </Button>
      ) : null}
    </>
  )
}
