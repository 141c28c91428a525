import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { DEPOSIT_KINDS } from '../../../contract/depositKinds'
import type { Deposit, DepositChannel, DepositChannelList } from '../../../contract/deposits'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { classNames } from '../../components/classNames'
import { EmptyState } from '../../components/EmptyState'
import { Fact } from '../../components/Fact'
import { ListRow } from '../../components/ListRow'
import { Skeleton } from '../../components/Skeleton'
import { Amount } from '../../connected/Amount'
import { amountField } from '../../connected/forms/amountField'
import { useForm } from '../../connected/forms/useForm'
import { Loaded } from '../../connected/Loaded'
import { MoneyField } from '../../connected/MoneyField'
import { OwnLimitLink } from '../../connected/OwnLimitLink'
import { useOwnLimitText } from '../../connected/useLimitFormat'
import { useReload } from '../../connected/useReload'
import { useWithAmount } from '../../connected/useWithAmount'
import { typedMoney } from '../../domain/typedAmount'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { openPage, redirect } from '../../platform/navigation'
import { useStillHere } from '../../platform/useStillHere'
import { useLate, useStores } from '../../stores/StoresContext'
import { DepositTimeline } from './DepositTimeline'
import { amountOf, channelName, type DepositProblem, type DepositValues, initialDeposit, validate } from './depositForm'
import { UnclearMoney } from './UnclearMoney'
import './wallet.scss'

/** Quick deposit: the amount, the channel, the instructions, and the outcome. */
export const DepositScreen = observer(function DepositScreen() {
  const t = useT()
  const { deposits } = useLate()
  const { channels } = deposits
  const [sentId, setSentId] = useState('')
  useEffect(() => {
    void channels.refresh()
  }, [channels])
  useReload(() => deposits.load(sentId), { topics: ['deposits'], when: sentId !== '' })
  const sent = deposits.recordOf(sentId)
  if (sent) return <Sent deposit={sent} onAnother={() => setSentId('')} />
  return (
    <Loaded from={channels} loading={<Skeleton shape="block" count={3} />}>
      {(offer) =>
        offer.items.length === 0 ? (
          <EmptyState icon="deposit" title={t('wallet.deposit.none')} text={t('wallet.deposit.noneText')} />
        ) : (
          <Ask offer={offer} onSent={setSentId} />
        )
      }
    </Loaded>
  )
})

interface AskProps {
  offer: DepositChannelList
  /** Called with the id of the deposit that was made. */
  onSent: (id: string) => void
}

const Ask = observer(function Ask({ offer, onSent }: AskProps) {
  const t = useT()
  const format = useFormat()
  const { session, deposits, ui, account } = useLate()
  const { isUnclear } = deposits.sender
  const isStillHere = useStillHere()
  const ownLimitText = useOwnLimitText()
  const { scale } = session
  const withAmount = useWithAmount()
  // Until the user chooses: the one of the newest deposit, as far as it is known, or the first.
  const channelOf = (values: DepositValues) => offer.items.find(({ id }) => id === values.channel) ?? offer.items[0]
  const form = useForm<DepositValues, DepositProblem>(
    {
      validate: (values) => ({ amountText: validate(values, channelOf(values), scale) }),
      linked: { channel: ['amountText'] },
    },
    () => initialDeposit(deposits.list.items[0]?.channel ?? ''),
  )
  const { values, failure } = form
  const channel = channelOf(values)
  const problem = form.errors.amountText && validate(values, channel, scale)
  const texts = {
    empty: () => t('common.emptyValue'),
    tooLow: () => t('common.tooLow', { limit: format.number(channel?.minimum ?? '') }),
    tooHigh: () => t('common.tooHigh', { limit: format.number(channel?.maximum ?? '') }),
  }
  const handleSend = () =>
    form.submit(async (latest) => {
      const amount = amountOf(latest, scale)
      const channel = channelOf(latest)
      if (!channel || amount === undefined || isUnclear) return
      const sent = await deposits.create(channel.id, amount)
      if (sent.kind === 'refused') return form.refuse(sent.failure)
      if (sent.kind === 'checking') {
        ui.toast(t('wallet.checking'), 'info')
        if (isStillHere()) redirect('/pages/withdraw-list/withdraw-open')
        return
      }
      if (sent.value.status === 'successful') ui.toast(t('common.done'), 'success')
      void account.load()
      onSent(sent.value.id)
    })
  return (
    <View className="form-page stack">
      <UnclearMoney sender={deposits.sender} />
      <Card>
        <MoneyField
          label={t('wallet.amount')}
          {...amountField(form)}
          presets={offer.presets}
          error={problem && texts[problem]()}
        />
      </Card>
      <ChannelCard channels={offer.items} chosen={channel?.id} onChoose={(id) => form.change({ channel: id })} />
      <View className="problem t14" aria-live="polite">
        {(failure?.code === 'account_limit_reached' ? ownLimitText(failure.details) : form.failureText) ?? ''}
      </View>
      {failure?.code === 'account_limit_reached' ? <OwnLimitLink /> : null}
      <BottomBar>
        <Button loading={form.sending} disabled={isUnclear} onClick={() => void handleSend()}>
          {withAmount(t('wallet.deposit.confirm'), typedMoney(values.amountText, scale))}
        </Button>
      </BottomBar>
    </View>
  )
})

interface ChannelCardProps {
  channels: readonly DepositChannel[]
  /** Id of the chosen channel. */
  chosen: string | undefined
  onChoose: (id: string) => void
}

function ChannelCard({ channels, chosen, onChoose }: ChannelCardProps) {
  const t = useT()
  return (
    <>
      <Text className="wallet__head block muted t13">{t('wallet.deposit.channel')}</Text>
      <Card kind="list">
        <View ariaRole="radiogroup" aria-label={t('wallet.deposit.channel')}>
          {channels.map((channel) => (
            <ChannelRow
              key={channel.id}
              channel={channel}
              chosen={channel.id === chosen}
              onChoose={() => onChoose(channel.id)}
            />
          ))}
        </View>
      </Card>
    </>
  )
}

function ChannelRow(props: { channel: DepositChannel; chosen: boolean; onChoose: () => void }) {
  const t = useT()
  const format = useFormat()
  const { channel, chosen } = props
  return (
    <ListRow
      icon={DEPOSIT_KINDS[channel.kind].icon}
      title={channelName(channel, t)}
      note={t('wallet.range', { from: format.number(channel.minimum), to: format.number(channel.maximum) })}
      value={<View className={classNames('radio-mark', chosen && 'radio-mark--on')} aria-hidden />}
      arrow={false}
      selected={chosen}
      onClick={props.onChoose}
    />
  )
}

const Sent = observer(function Sent({ deposit, onAnother }: { deposit: Deposit; onAnother: () => void }) {
  const t = useT()
  const format = useFormat()
  const { account, session } = useStores()
  const isIn = deposit.status === 'successful'
  const available = account.balance?.available
  return (
    <View className="form-page stack">
      <DepositTimeline deposit={deposit}>
        {isIn && available !== undefined ? (
          <Card>
            <Fact label={t('wallet.deposit.balanceNow')} strong>
              <Amount text={format.number(available)} /> {session.appInfo?.currency.code ?? ''}
            </Fact>
          </Card>
        ) : null}
      </DepositTimeline>
      <BottomBar>
        {isIn ? <Button onClick={() => openPage('/pages/product/product')}>{t('wallet.deposit.next')}</Button> : null}
        <Button tone="plain" onClick={onAnother}>
          {t('wallet.deposit.another')}
        </Button>
      </BottomBar>
    </View>
  )
})
