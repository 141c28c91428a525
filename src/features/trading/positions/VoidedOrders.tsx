import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { VoidReason } from '../../../../contract/orders'
import type { Endings } from '../../../../contract/proof'
import { Button } from '../../../components/Button'
import { Card } from '../../../components/Card'
import { Fact } from '../../../components/Fact'
import { Skeleton } from '../../../components/Skeleton'
import { Loaded } from '../../../connected/Loaded'
import { useT } from '../../../i18n'
import { useFormat } from '../../../i18n/format'
import { useStores } from '../../../stores/StoresContext'

const REASONS: readonly VoidReason[] = ['no_entry_tick', 'logged_late', 'too_few_ticks', 'stale_at_expiry']

/** How many orders of all users were voided lately, and why. It loads on a tap, so the page does not wait for it. */
export const VoidedOrders = observer(function VoidedOrders({ symbol }: { symbol: string }) {
  const t = useT()
  const { market } = useStores()
  const [open, setOpen] = useState(false)
  const endings = market.endingsOf(symbol)
  const handleOpen = () => {
    setOpen(true)
    void endings.load()
  }
  return (
    <View className="pad voided">
      {open ? (
        <Card>
          <Text className="t16 strong" ariaRole="heading" aria-level={2}>
            {t('trade.voided.title')}
          </Text>
          <Loaded from={endings} loading={<Skeleton shape="title" count={3} />}>
            {(value) => <Figures endings={value} />}
          </Loaded>
        </Card>
      ) : (
        <Button tone="plain" size="medium" className="voided__show" onClick={handleOpen}>
          {t('trade.voided.title')}
        </Button>
      )}
    </View>
  )
})

function Figures({ endings }: { endings: Endings }) {
  const t = useT()
  const format = useFormat()
  const { items } = endings
  const count = (reason: VoidReason) => items.reduce((sum, { voids }) => sum + voids[reason], 0)
  const orders = items.reduce((sum, item) => sum + item.orders, 0)
  const voided = REASONS.reduce((sum, reason) => sum + count(reason), 0)
  if (orders === 0) return <Text className="muted t13">{t('trade.voided.none')}</Text>
  const shown = { voided: format.number(String(voided)), orders: format.number(String(orders)) }
  return (
    <>
      <Fact label={t('trade.voided.all')} strong>
        {t('trade.voided.share', shown)}
      </Fact>
      {REASONS.map((reason) => (
        <Fact key={reason} label={t(`trade.voided.${reason}`)}>
          {format.number(String(count(reason)))}
        </Fact>
      ))}
      <Text className="muted t13">{t('trade.voided.note')}</Text>
    </>
  )
}
