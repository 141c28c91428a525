import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { WithdrawalTerms } from '../../../contract/withdrawals'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { Fold } from '../../components/Fold'
import { ListRow } from '../../components/ListRow'
import { Skeleton } from '../../components/Skeleton'
import { Steps, type StepsProps } from '../../components/Steps'
import { Amount, useShownAmount } from '../../connected/Amount'
import { type AmountValues, amountField } from '../../connected/forms/amountField'
import { type Form, useForm } from '../../connected/forms/useForm'
import { Loaded } from '../../connected/Loaded'
import { MoneyField } from '../../connected/MoneyField'
import { useReload } from '../../connected/useReload'
import { useServerNow } from '../../connected/useServerNow'
import { useWithAmount } from '../../connected/useWithAmount'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { canUsePasskeys } from '../../platform/passkeys'
import { useLate } from '../../stores/StoresContext'
import { ObstacleNotice } from './ObstacleNotice'
import { UnclearMoney } from './UnclearMoney'
import { VerificationNotice } from './VerificationNotice'
import { WithdrawConfirm } from './WithdrawConfirm'
import {
  type AmountProblem,
  amountOf,
  mostOf,
  type Obstacle,
  obstacleOf,
  remedyOf,
  summarise,
  validate,
  type WithdrawSummary,
} from './withdrawForm'
import './wallet.scss'

/** Withdraw: everything that can stop it is shown before anything is typed. */
export const WithdrawScreen = observer(function WithdrawScreen() {
  const { terms } = useLate().withdrawals
  useReload(() => terms.refresh(), { topics: ['withdrawals', 'verification', 'payout_account', 'account'] })
  return (
    <Loaded from={terms} loading={<Skeleton shape="block" count={3} />}>
      {(known) => <Ask terms={known} />}
    </Loaded>
  )
})

const SECOND_MS = 1_000

const Ask = observer(function Ask({ terms }: { terms: WithdrawalTerms }) {
  const t = useT()
  const { session, withdrawals } = useLate()
  const { isUnclear } = withdrawals.sender
  const now = useServerNow(SECOND_MS)
  const [confirming, setConfirming] = useState(false)
  const { code, scale } = session.appInfo?.currency ?? { code: '', scale: 2 }
  const obstacle = obstacleOf(terms, now, scale, canUsePasskeys(session.appInfo?.passkeyDomain))
  const form = useForm<AmountValues, AmountProblem>(
    { validate: (values) => ({ amountText: validate(values, terms, scale) }) },
    () => ({ amountText: '' }),
  )
  const problem = validate(form.values, terms, scale)
  const summary = summarise(form.values, terms, scale)
  const withAmount = useWithAmount()
  const handleNext = () => {
    if (form.check() && !isUnclear) setConfirming(true)
  }
  useEffect(() => {
    if (obstacle) setConfirming(false)
  }, [obstacle])
  if (obstacle) return <Gate obstacle={obstacle} terms={terms} code={code} />
  return (
    <View className="form-page stack">
      <UnclearMoney sender={withdrawals.sender} />
      {terms.method ? <MethodCard method={terms.method} /> : null}
      <AmountCard terms={terms} form={form} problem={problem} code={code} scale={scale} onConfirm={handleNext} />
      <CostCard terms={terms} summary={problem ? undefined : summary} code={code} />
      <BottomBar>
        <Button disabled={isUnclear} onClick={handleNext}>
          {withAmount(t('wallet.withdraw.next'), amountOf(form.values, scale))}
        </Button>
      </BottomBar>
      {summary ? (
        <WithdrawConfirm
          open={confirming}
          summary={summary}
          terms={terms}
          onClose={() => setConfirming(false)}
          onDone={() => {
            setConfirming(false)
            form.reset()
          }}
        />
      ) : null}
    </View>
  )
})

/** Steps of a first withdrawal that an obstacle belongs to, after the identity: account, withdrawal. */
const STEP_OF: Partial<Record<Obstacle, number>> = { noAccount: 1, payeeDiffers: 1, payeeWaits: 1 }

const STATE_OF: Partial<Record<Obstacle, StepsProps['state']>> = { payeeDiffers: 'refused', payeeWaits: 'waiting' }

interface GateProps {
  obstacle: Obstacle
  terms: WithdrawalTerms
  code: string
}

/** The next step before a withdrawal, in place of a form that could not be sent. */
const Gate = observer(function Gate({ obstacle, terms, code }: GateProps) {
  const t = useT()
  const { sender } = useLate().withdrawals
  const step = STEP_OF[obstacle]
  const titles = [t('wallet.withdraw.steps.identity'), t('wallet.withdraw.steps.account'), t('common.withdraw')]
  return (
    <View className="form-page stack">
      <UnclearMoney sender={sender} />
      {obstacle === 'notVerified' ? (
        <VerificationNotice titles={titles} done={terms.method ? [1] : []} />
      ) : (
        <>
          {step === undefined ? null : (
            <Steps
              label={t('auth.step', { step: step + 1, total: titles.length })}
              titles={titles}
              current={step}
              state={STATE_OF[obstacle]}
            />
          )}
          <ObstacleNotice obstacle={obstacle} terms={terms} />
        </>
      )}
      <Available terms={terms} code={code} />
      {terms.method ? <MethodCard method={terms.method} /> : null}
      <Fold title={t('content.guide.fees-and-limits')}>
        <CostCard terms={terms} summary={undefined} code={code} />
      </Fold>
    </View>
  )
})

/** Where the money goes. */
function MethodCard({ method }: { method: NonNullable<WithdrawalTerms['method']> }) {
  const t = useT()
  return (
    <Card kind="list">
      <ListRow
        icon={method.kind === 'bank_card' ? 'card' : 'swap'}
        title={method.name}
        note={<Text className="num">{method.masked}</Text>}
        value={t('wallet.withdraw.method')}
        onClick={() => openPage('/pages/account/account-detail')}
      />
    </Card>
  )
}

interface AmountCardProps {
  terms: WithdrawalTerms
  form: Form<AmountValues, AmountProblem>
  problem: AmountProblem | undefined
  code: string
  scale: number
  onConfirm: () => void
}

/** The amount, its fault, and an amount that would be valid. */
const AmountCard = observer(function AmountCard(props: AmountCardProps) {
  const { terms, form, problem, code, scale, onConfirm } = props
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  // That it is missing is said once the user tries to continue.
  const shownProblem = problem !== 'empty' || form.errors.amountText ? problem : undefined
  const remedy = shownProblem && remedyOf(shownProblem, terms, scale)
  const field = amountField(form)
  return (
    <Card>
      <MoneyField
        label={t('wallet.amount')}
        {...field}
        most={mostOf(terms, scale)}
        onConfirm={onConfirm}
        error={shownProblem && problemTextOf(shownProblem, terms, t, format, shown)}
      />
      {remedy === undefined ? null : (
        <Button tone="plain" size="medium" block={false} onClick={() => field.onPick(remedy)}>
          {t('wallet.enter', { amount: shown(format.number(remedy)) })}
        </Button>
      )}
      <Available terms={terms} code={code} />
    </Card>
  )
})

/** The amount that can be withdrawn, and the rest below the minimum that can go as a whole. */
const Available = observer(function Available({ terms, code }: { terms: WithdrawalTerms; code: string }) {
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  return (
    <View className="wallet__available row num">
      <Text>{t('wallet.available', { amount: shown(format.number(terms.available)), currency: code })}</Text>
      {terms.rest === null ? null : (
        <Text>{t('wallet.withdraw.rest', { amount: shown(format.number(terms.rest)) })}</Text>
      )}
    </View>
  )
})

interface CostCardProps {
  terms: WithdrawalTerms
  /** Fee and payout of the amount; undefined while the amount cannot be withdrawn. */
  summary: WithdrawSummary | undefined
  code: string
}

/** Fee, net amount, time of arrival, and the limits. */
const CostCard = observer(function CostCard({ terms, summary, code }: CostCardProps) {
  const t = useT()
  const format = useFormat()
  return (
    <Card>
      <Fact label={t('wallet.withdraw.fee')}>{summary ? format.number(summary.fee) : feeRule(terms, t, format)}</Fact>
      <Fact label={t('wallet.withdraw.received')} strong>
        {summary ? `${format.number(summary.received)} ${code}` : '–'}
      </Fact>
      <Fact label={t('wallet.withdraw.limits')}>
        {t('wallet.range', { from: format.number(terms.minimum), to: format.number(terms.maximum) })}
      </Fact>
      <Fact label={t('wallet.withdraw.leftToday')}>
        <Amount text={format.number(terms.dailyRemaining)} />
      </Fact>
      <Fact label={t('wallet.withdraw.arrival')}>
        {t('wallet.withdraw.withinHours', { count: terms.arrivalHours })}
      </Fact>
    </Card>
  )
})

function feeRule(terms: WithdrawalTerms, t: ReturnType<typeof useT>, format: ReturnType<typeof useFormat>): string {
  return t('wallet.withdraw.feeRule', {
    fixed: format.number(terms.feeFixed),
    rate: format.percent(terms.feeRateBp),
  })
}

/** The problem with the amount, with the limit that it breaks. */
function problemTextOf(
  problem: AmountProblem,
  terms: WithdrawalTerms,
  t: ReturnType<typeof useT>,
  { number }: ReturnType<typeof useFormat>,
  /** Writes an amount that the user owns: hidden when balances are. */
  shown: (text: string) => string,
): string {
  switch (problem) {
    case 'empty':
      return t('common.emptyValue')
    case 'tooLow':
      return t('common.tooLow', { limit: number(terms.minimum) })
    case 'tooHigh':
      return t('common.tooHigh', { limit: number(terms.maximum) })
    case 'dailyLimit':
      return t('wallet.withdraw.dailyLimit', { left: shown(number(terms.dailyRemaining)) })
    case 'insufficient':
      return t('wallet.withdraw.insufficient', { available: shown(number(terms.available)) })
    case 'feeTooHigh':
      return t('wallet.withdraw.feeTooHigh')
  }
}
