import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { AccountLimitKind } from '../../../contract/limits'
import { Card } from '../../components/Card'
import { Skeleton } from '../../components/Skeleton'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { useStores } from '../../stores/StoresContext'
import { Loaded } from '../../ui/Loaded'
import { useReload } from '../../ui/useReload'
import { BreakCard } from './BreakCard'
import { LimitRow } from './LimitRow'
import { LimitSheet } from './LimitSheet'
import './LimitsScreen.scss'
import { SectionHead } from '../../components/SectionHead'

const GROUPS: readonly { head: PlainKey; kinds: readonly AccountLimitKind[] }[] = [
  { head: 'limits.orders', kinds: ['stake', 'open_stakes', 'orders_day'] },
  { head: 'limits.losses', kinds: ['loss_day', 'loss_week', 'loss_month'] },
  { head: 'limits.deposits', kinds: ['deposit_day', 'deposit_week', 'deposit_month'] },
  { head: 'limits.time', kinds: ['session'] },
]

/** Limits that users set for themselves, and breaks (PRODUCT.md 19). */
export const LimitsScreen = observer(function LimitsScreen() {
  const { accountLimits } = useStores()
  const t = useT()
  const [open, setOpen] = useState<AccountLimitKind | undefined>(undefined)
  useReload(() => accountLimits.current.refresh(), { topics: ['account_limits', 'account'] })
  return (
    <View className="limits">
      <Loaded from={accountLimits.current} loading={<Skeleton shape="row" count={6} />}>
        {() => (
          <>
            <Text className="limits__text">{t('limits.intro')}</Text>
            {GROUPS.map(({ head, kinds }) => (
              <View key={head}>
                <SectionHead>{t(head)}</SectionHead>
                <Card kind="list">
                  {kinds.map((kind) => (
                    <LimitRow key={kind} kind={kind} onOpen={() => setOpen(kind)} />
                  ))}
                </Card>
              </View>
            ))}
            <BreakCard />
          </>
        )}
      </Loaded>
      <LimitSheet kind={open} onClose={() => setOpen(undefined)} />
    </View>
  )
})
