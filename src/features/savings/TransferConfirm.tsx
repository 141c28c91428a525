import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { Sheet } from '../../components/Sheet'
import { useServerNow } from '../../connected/useServerNow'
import { useWithAmount } from '../../connected/useWithAmount'
import { parseMoney } from '../../domain/money'
import { useT } from '../../i18n'
import { useDayFormat } from '../../i18n/days'
import { useFormat } from '../../i18n/format'
import { useLate, useStores } from '../../stores/StoresContext'
import type { SavingsDirection } from '../../stores/sending/intents'
import { DepositDates } from './DepositDates'

export interface TransferConfirmProps {
  direction: SavingsDirection
  /** The amount as a decimal string. */
  amount: string
  open: boolean
  sending: boolean
  onClose: () => void
  onConfirm: () => void
}

/** The last look before money moves: how much, from when it counts, and until when it is held (PRODUCT.md 14.6). */
export const TransferConfirm = observer(function TransferConfirm(props: TransferConfirmProps) {
  const t = useT()
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={t(`savings.confirm.${props.direction}`)}
      closeLabel={t('common.close')}
    >
      <Body {...props} />
    </Sheet>
  )
})

const Body = observer(function Body({ direction, amount, sending, onConfirm }: TransferConfirmProps) {
  const t = useT()
  const format = useFormat()
  const { session } = useStores()
  const withAmount = useWithAmount()
  const money = `${format.number(amount)} ${session.appInfo?.currency.code ?? ''}`
  return (
    <>
      <Card kind="soft" className="transfer-confirm">
        <Fact label={t('savings.amount')} strong>
          {money}
        </Fact>
        {direction === 'in' ? (
          <>
            <DepositDates />
            <HeldUntil />
          </>
        ) : (
          <>
            <Fact label={t('savings.arrives')} strong>
              {t('savings.atOnce')}
            </Fact>
            <Text className="deposit-dates__note muted t12">{t('savings.outNote')}</Text>
          </>
        )}
      </Card>
      <Button loading={sending} onClick={onConfirm}>
        {withAmount(t(direction === 'in' ? 'savings.deposit' : 'savings.transferOut'), parseMoney(amount))}
      </Button>
    </>
  )
})

const SECOND_MS = 1_000

const HeldUntil = observer(function HeldUntil() {
  const t = useT()
  const days = useDayFormat()
  const { savings } = useLate()
  const dates = savings.datesAt(useServerNow(SECOND_MS))
  if (!dates) return null
  const day = days.weekday(dates.confirmedOn)
  return <Text className="deposit-dates__note muted t12">{t('savings.confirm.held', { day })}</Text>
})
