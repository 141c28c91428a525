import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import type { Deposit, InstructionLine } from '../../../contract/deposits'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Icon } from '../../components/Icon'
import { QrCode } from '../../components/QrCode'
import { Steps } from '../../components/Steps'
import { Tag } from '../../components/Tag'
import { Timeline } from '../../components/Timeline'
import { Amount } from '../../connected/Amount'
import { PrintButton } from '../../connected/PrintButton'
import { useOpenLink } from '../../connected/useOpenLink'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { useLate } from '../../stores/StoresContext'
import { CancelMoney } from './CancelMoney'
import { CopyFact } from './CopyFact'
import { channelName } from './depositForm'
import { ReceiptField } from './ReceiptField'
import { reasonText, STATUS_TONE, statusOfDeposit, timelineSteps } from './status'

export interface DepositTimelineProps {
  deposit: Deposit
  /** Below the amount, e.g. what came of it. */
  children?: ReactNode
}

/** A deposit from its instructions to its end: what to do, what happened, and what comes next. */
export const DepositTimeline = observer(function DepositTimeline({ deposit, children }: DepositTimelineProps) {
  const t = useT()
  const format = useFormat()
  const { deposits, preferences, session } = useLate()
  const open = deposit.status === 'under_review'
  const next = open ? { title: t('wallet.nextDeposit'), at: deposit.dueAt } : undefined
  const payBy = open && deposit.expiresAt !== null ? showDateTime(deposit.expiresAt, preferences.timeZone) : undefined
  const reason = reasonText(deposit.reason, t)
  const status = statusOfDeposit(deposit)
  const isInstructed = open && deposit.instructions.length > 0
  const saysReference = isInstructed && deposit.instructions.some(({ kind }) => kind === 'reference')
  return (
    <>
      <View className="money-course__head stack gap-6">
        {status === 'successful' ? (
          <View className="money-course__tick centered" aria-hidden>
            <Icon name="check" size={32} />
          </View>
        ) : null}
        <Text className="muted t13">{channelName({ kind: deposit.channelKind, label: deposit.channelLabel }, t)}</Text>
        <Text className="money-course__amount num">
          <Amount text={format.number(deposit.amount)} /> {session.appInfo?.currency.code ?? ''}
        </Text>
        <Tag tone={STATUS_TONE[status]}>{t(`wallet.status.${status}`)}</Tag>
      </View>
      {children}
      {isInstructed && deposit.canAddReceipt ? <PaySteps isTold={status !== 'unpaid'} /> : null}
      {reason ? <Banner text={reason} /> : null}
      {payBy === undefined ? null : (
        <Banner tone="brand" icon="clock" text={t('wallet.deposit.payBy', { time: payBy })} />
      )}
      {isInstructed ? <Instructions lines={deposit.instructions} /> : null}
      {open && deposit.canAddReceipt ? <ReceiptField deposit={deposit} /> : null}
      <Card>
        <Text className="money-course__title block strong t16">{t('wallet.course')}</Text>
        <Timeline label={t('wallet.course')} steps={timelineSteps(deposit.timeline, next, t, preferences.timeZone)} />
        {saysReference ? null : <CopyFact label={t('wallet.reference')} value={deposit.reference} />}
      </Card>
      <PrintButton />
      {deposit.canCancel ? <CancelMoney kind="deposit" id={deposit.id} records={deposits} /> : null}
    </>
  )
})

/** The user pays and says so; then it is credited. */
function PaySteps({ isTold }: { isTold: boolean }) {
  const t = useT()
  const titles = [t('wallet.deposit.steps.pay'), t('wallet.deposit.steps.tell'), t('wallet.deposit.steps.credited')]
  const current = isTold ? 2 : 0
  return <Steps label={t('auth.step', { step: current + 1, total: titles.length })} titles={titles} current={current} />
}

/** The instructions; a button copies each value. */
function Instructions({ lines }: { lines: readonly InstructionLine[] }) {
  const t = useT()
  const openLink = useOpenLink()
  return (
    <Card>
      <Text className="money-course__title block strong t16">{t('wallet.deposit.howTo')}</Text>
      {lines.map(({ kind, value }) => {
        if (kind === 'note') return <Banner key={value} tone="brand" text={value} />
        if (kind === 'pay_url') {
          return (
            <Button key={kind} size="medium" onClick={() => openLink(value)}>
              {t('wallet.deposit.goToPay')}
            </Button>
          )
        }
        const fact = <CopyFact key={kind} label={t(`wallet.instruction.${kind}`)} value={value} />
        if (kind !== 'address') return fact
        return (
          <View key={kind} className="money-course__address">
            <QrCode text={value} label={t('wallet.deposit.qr')} />
            {fact}
          </View>
        )
      })}
      <Text className="muted t13">{t('wallet.deposit.quoteReference')}</Text>
    </Card>
  )
}
