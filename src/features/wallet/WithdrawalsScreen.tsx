import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Withdrawal } from '../../../contract/withdrawals'
import { Sheet } from '../../components/Sheet'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { MoneyList } from './MoneyList'
import { MoneyRow } from './MoneyRow'
import { statusOf } from './status'
import { WithdrawalTimeline } from './WithdrawalTimeline'
import './wallet.scss'

/** Withdrawal details: every withdrawal, and the course of each. */
export const WithdrawalsScreen = observer(function WithdrawalsScreen() {
  const t = useT()
  const { withdrawals } = useStores()
  const [open, setOpen] = useState(false)
  const [shownId, setShownId] = useState('')
  const shown = withdrawals.recordOf(shownId)
  const handleOpen = (withdrawal: Withdrawal) => {
    withdrawals.show(withdrawal)
    setShownId(withdrawal.id)
    setOpen(true)
  }
  useReload(() => withdrawals.load(shownId), { topics: ['withdrawals'], when: open })
  return (
    <>
      <MoneyList
        list={withdrawals.list}
        sender={withdrawals.sender}
        topic="withdrawals"
        icon="withdraw"
        emptyTitle={t('wallet.withdraw.empty')}
        emptyText={t('wallet.withdraw.emptyText')}
        actionLabel={t('title.withdraw')}
        onAction={() => openPage('/pages/withdraw-money/withdraw-money')}
        renderRow={(withdrawal) => (
          <MoneyRow
            key={withdrawal.id}
            title={withdrawal.method.name}
            detail={withdrawal.method.masked}
            amount={withdrawal.amount}
            status={statusOf(withdrawal)}
            createdAt={withdrawal.createdAt}
            onClick={() => handleOpen(withdrawal)}
          />
        )}
      />
      <Sheet
        open={open && shown !== undefined}
        onClose={() => setOpen(false)}
        title={t('wallet.withdraw.one')}
        closeLabel={t('common.close')}
      >
        <View className="money-course">{shown ? <WithdrawalTimeline withdrawal={shown} /> : null}</View>
      </Sheet>
    </>
  )
})
