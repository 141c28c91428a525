import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { Deposit } from '../../../contract/deposits'
import { Sheet } from '../../components/Sheet'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import { DepositTimeline } from './DepositTimeline'
import { channelName } from './depositForm'
import { MoneyList } from './MoneyList'
import { MoneyRow } from './MoneyRow'
import { statusOfDeposit } from './status'
import './wallet.scss'

/** Deposit details: every deposit, and the course of each. */
export const DepositsScreen = observer(function DepositsScreen() {
  const t = useT()
  const { deposits } = useStores()
  const [open, setOpen] = useState(false)
  const [shownId, setShownId] = useState('')
  const shown = deposits.recordOf(shownId)
  const handleOpen = (deposit: Deposit) => {
    deposits.show(deposit)
    setShownId(deposit.id)
    setOpen(true)
  }
  useReload(() => deposits.load(shownId), { topics: ['deposits'], when: open })
  return (
    <>
      <MoneyList
        list={deposits.list}
        sender={deposits.sender}
        topic="deposits"
        icon="deposit"
        emptyTitle={t('wallet.deposit.empty')}
        emptyText={t('wallet.deposit.emptyText')}
        actionLabel={t('title.quickDeposit')}
        onAction={() => openPage('/pages/deposit/deposit')}
        renderRow={(deposit) => (
          <MoneyRow
            key={deposit.id}
            title={channelName({ kind: deposit.channelKind, label: deposit.channelLabel }, t)}
            amount={deposit.amount}
            status={statusOfDeposit(deposit)}
            createdAt={deposit.createdAt}
            onClick={() => handleOpen(deposit)}
          />
        )}
      />
      <Sheet
        open={open && shown !== undefined}
        onClose={() => setOpen(false)}
        title={t('wallet.deposit.one')}
        closeLabel={t('common.close')}
      >
        <View className="money-course">{shown ? <DepositTimeline deposit={shown} /> : null}</View>
      </Sheet>
    </>
  )
})
