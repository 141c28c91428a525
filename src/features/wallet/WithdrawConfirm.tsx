import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { WithdrawalTerms } from '../../../contract/withdrawals'
import { Fact } from '../../components/Fact'
import { Sheet } from '../../components/Sheet'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage } from '../../platform/navigation'
import { useStillHere } from '../../platform/useStillHere'
import { useLate } from '../../stores/StoresContext'
import { TradePassword } from './TradePassword'
import { UnclearMoney } from './UnclearMoney'
import { useTradePassword } from './useTradePassword'
import type { WithdrawSummary } from './withdrawForm'

export interface WithdrawConfirmProps {
  open: boolean
  summary: WithdrawSummary
  terms: WithdrawalTerms
  onClose: () => void
  onDone: () => void
}

/** The last look at what leaves, what it costs and where it goes; the trade password sends it. */
export const WithdrawConfirm = observer(function WithdrawConfirm(props: WithdrawConfirmProps) {
  const t = useT()
  // The page's, not the sheet's: its answer may come when the sheet is closed.
  const isStillHere = useStillHere()
  return (
    <Sheet
      open={props.open}
      onClose={props.onClose}
      title={t('wallet.withdraw.confirm')}
      closeLabel={t('common.close')}
    >
      <Body {...props} isStillHere={isStillHere} />
    </Sheet>
  )
})

const Body = observer(function Body(props: WithdrawConfirmProps & { isStillHere: () => boolean }) {
  const { summary, terms, onDone, isStillHere } = props
  const t = useT()
  const { withdrawals, ui, account, session } = useLate()
  const entry = useTradePassword()
  const { busy: sending, run } = useOneAtATime()
  const send = async (tradePassword: string) => {
    if (terms.secondFactorNeeded && !entry.hasFactor)
      return entry.refuse({ code: 'second_factor_required', details: {} })
    const sent = await run(() =>
      withdrawals.create({
        amount: summary.amount,
        fee: summary.fee,
        tradePassword,
        ...entry.factor,
      }),
    )
    if (!sent) return
    if (sent.kind === 'refused') {
      entry.refuse(sent.failure)
      void withdrawals.terms.refresh()
      return
    }
    entry.clear()
    void account.load()
    // PRODUCT.md 5.1, word for word.
    if (sent.kind === 'done') ui.toast(t('wallet.withdraw.wait'), 'success')
    else ui.toast(t('wallet.checking'), 'info')
    onDone()
    if (isStillHere()) openPage('/pages/withdraw-list/withdraw-list')
  }
  return (
    <>
      {/* The page's own card is under the sheet. */}
      <UnclearMoney sender={withdrawals.sender} />
      <Summary summary={summary} terms={terms} code={session.appInfo?.currency.code ?? ''} />
      <TradePassword
        entry={entry}
        codeAsked={terms.secondFactorNeeded}
        takesCode={terms.takesCode}
        hasPasskeys={terms.hasPasskeys}
        sending={sending}
        onComplete={(pin) => void send(pin)}
      />
    </>
  )
})

interface SummaryProps {
  summary: WithdrawSummary
  terms: WithdrawalTerms
  /** Code of the currency. */
  code: string
}

function Summary({ summary, terms, code }: SummaryProps) {
  const t = useT()
  const format = useFormat()
  return (
    <View>
      <Fact label={t('wallet.amount')} strong>
        {`${format.number(summary.amount)} ${code}`}
      </Fact>
      <Fact label={t('wallet.withdraw.fee')}>{format.number(summary.fee)}</Fact>
      <Fact label={t('wallet.withdraw.received')} strong>
        {`${format.number(summary.received)} ${code}`}
      </Fact>
      {terms.method ? (
        <Fact label={t('wallet.withdraw.to')}>{`${terms.method.name} ${terms.method.masked}`}</Fact>
      ) : null}
    </View>
  )
}
