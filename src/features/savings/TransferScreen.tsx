import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Savings } from '../../../contract/savings'
import { Banner } from '../../components/Banner'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { Skeleton } from '../../components/Skeleton'
import { Amount, useShownAmount } from '../../connected/Amount'
import { amountField } from '../../connected/forms/amountField'
import { type Form, useForm } from '../../connected/forms/useForm'
import { Loaded } from '../../connected/Loaded'
import { MoneyField } from '../../connected/MoneyField'
import { useWithAmount } from '../../connected/useWithAmount'
import { earnedText, type Money } from '../../domain/money'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { HAS_TRADING } from '../../routes'
import { useLate, useStores } from '../../stores/StoresContext'
import type { SavingsDirection } from '../../stores/sending/intents'
import { DepositDates } from './DepositDates'
import { TransferConfirm } from './TransferConfirm'
import './TransferScreen.scss'
import {
  blocksAll,
  mostOf,
  openTransfer,
  sourceOf,
  summarise,
  type TransferProblem,
  type TransferValues,
  toAmount,
  validate,
} from './transferForm'
import { problemText, refusalText } from './transferTexts'
import { UnclearMoves } from './UnclearMoves'
import { useSavings } from './useSavings'
import { useTransfer } from './useTransfer'

/** A deposit into savings, or a transfer out of them. */
export const TransferScreen = observer(function TransferScreen({ direction }: { direction: SavingsDirection }) {
  const t = useT()
  const { savings } = useLate()
  useSavings()
  const loading = (
    <View className="pad transfer stack" aria-busy ariaRole="status" aria-label={t('common.loading')}>
      <Skeleton shape="block" count={2} />
    </View>
  )
  return (
    <Loaded from={savings.overview} loading={loading}>
      {(figures) => <TransferBody direction={direction} figures={figures} />}
    </Loaded>
  )
})

interface BodyProps {
  direction: SavingsDirection
  figures: Savings
}

const TransferBody = observer(function TransferBody({ direction, figures }: BodyProps) {
  const t = useT()
  const { savings, session } = useLate()
  const { scale } = session
  const form = useForm<TransferValues, TransferProblem>(
    { validate: (values) => ({ amountText: validate(values, figures, scale) }) },
    () => openTransfer(direction),
  )
  const [confirm, setConfirm] = useState({ open: false, amount: '' })
  const move = useTransfer()
  const problem = validate(form.values, figures, scale)
  const amount = summarise(form.values, scale)
  const withAmount = useWithAmount()
  const handleNext = () => {
    const values = form.check()
    const valid = values && toAmount(values, figures, scale)
    if (valid !== undefined && !savings.sender.isUnclear) setConfirm({ open: true, amount: valid })
  }
  const handleClose = () => setConfirm((before) => ({ ...before, open: false }))
  const handleConfirm = async () => {
    await form.submit(async () => {
      const refusal = await move(direction, confirm.amount)
      if (refusal) form.refuse(refusal)
      else form.reset()
    })
    handleClose()
  }
  const blocked = blocksAll(problem) || savings.sender.isUnclear
  return (
    <>
      <BlockBanner direction={direction} figures={figures} problem={problem} />
      <View className="pad transfer stack">
        <UnclearMoves />
        <AmountCard direction={direction} figures={figures} problem={problem} form={form} onConfirm={handleNext} />
        {direction === 'in' ? <WhenItEarns figures={figures} amount={amount} /> : <WhenItArrives />}
      </View>
      <BottomBar>
        <Button disabled={blocked} onClick={handleNext}>
          {withAmount(t(direction === 'in' ? 'savings.deposit' : 'savings.transferOut'), amount)}
        </Button>
      </BottomBar>
      <TransferConfirm
        direction={direction}
        sending={form.sending}
        amount={confirm.amount}
        open={confirm.open && !savings.sender.isUnclear}
        onClose={handleClose}
        onConfirm={() => void handleConfirm()}
      />
    </>
  )
})

/** Says why nothing can be moved now, for any amount. */
const BlockBanner = observer(function BlockBanner(props: BodyProps & { problem: TransferProblem | undefined }) {
  const { direction, figures, problem } = props
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  if (!problem || !blocksAll(problem)) return null
  return <Banner text={problemText(problem, direction, figures, t, { number: format.number, own: shown })} />
})

interface AmountCardProps extends BodyProps {
  problem: TransferProblem | undefined
  form: Form<TransferValues, TransferProblem>
  onConfirm: () => void
}

const AmountCard = observer(function AmountCard(props: AmountCardProps) {
  const { direction, figures, problem, form } = props
  const t = useT()
  const format = useFormat()
  const shown = useShownAmount()
  const { session } = useStores()
  const isIn = direction === 'in'
  // An amount too high is reported at once, as more digits only raise it; one too low, when the form is sent.
  const isSaid = form.errors.amountText !== undefined || (problem && !['empty', 'tooLow'].includes(problem))
  const writing = { number: format.number, own: shown }
  const text = isSaid && problem && !blocksAll(problem) && problemText(problem, direction, figures, t, writing)
  return (
    <Card>
      <MoneyField
        label={t('savings.amount')}
        {...amountField(form)}
        most={mostOf(direction, figures, session.scale)}
        error={form.failure ? refusalText(form.failure, t, writing) : text || undefined}
        disabled={blocksAll(problem)}
        onConfirm={props.onConfirm}
      />
      {isIn && problem === 'insufficient' && HAS_TRADING ? (
        <View className="transfer__add">
          <Button tone="secondary" size="medium" onClick={() => openPage('/pages/deposit/deposit')}>
            {t('savings.addMoney')}
          </Button>
        </View>
      ) : null}
      <View className="transfer__facts">
        <Fact label={t(isIn ? 'savings.available' : 'savings.confirmed')}>
          <Amount text={format.number(sourceOf(direction, figures))} />
        </Fact>
        <Fact label={t('savings.left')}>
          {t(isIn ? 'savings.leftDeposits' : 'savings.leftTransfersOut', {
            count: isIn ? figures.depositsLeft : figures.transfersOutLeft,
          })}
        </Fact>
        {isIn ? null : (
          <Fact label={t('savings.leftAmount')}>
            <Amount text={format.number(figures.transferOutLeft)} />
          </Fact>
        )}
      </View>
    </Card>
  )
})

/** Decimals of an estimate for one day, which is often below a cent. */
const DAY_DECIMALS = 4
const MONTH_DAYS = 30

/** When a deposit earns, and about how much at the last rate. */
const WhenItEarns = observer(function WhenItEarns(props: { figures: Savings; amount: Money | undefined }) {
  const t = useT()
  const format = useFormat()
  const { session } = useStores()
  const { amount } = props
  const { perTenThousand } = props.figures
  const earned = (sum: Money, rate: string, days: number, decimals: number) =>
    format.number(earnedText(sum, rate, days, decimals))
  return (
    <Card>
      <DepositDates />
      {perTenThousand === null || !amount ? null : (
        <Fact label={t('savings.estimate')}>
          {t('savings.estimateValue', {
            day: earned(amount, perTenThousand, 1, DAY_DECIMALS),
            month: earned(amount, perTenThousand, MONTH_DAYS, session.scale),
          })}
        </Fact>
      )}
      <Text className="deposit-dates__note muted t12">{t('savings.cutOff')}</Text>
    </Card>
  )
})

function WhenItArrives() {
  const t = useT()
  return (
    <Card>
      <Fact label={t('savings.arrives')} strong>
        {t('savings.atOnce')}
      </Fact>
      <Text className="deposit-dates__note muted t12">{t('savings.outNote')}</Text>
    </Card>
  )
}
