import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { ACCOUNT_LIMIT_KINDS, type AccountLimitKind } from '../../../contract/limits'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { SectionHead } from '../../components/SectionHead'
import { Skeleton } from '../../components/Skeleton'
import { useShownAmount } from '../../connected/Amount'
import { Loaded } from '../../connected/Loaded'
import { useLimitFormat } from '../../connected/useLimitFormat'
import { useReload } from '../../connected/useReload'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import type { PlainKey } from '../../i18n/keys'
import { useLate } from '../../stores/StoresContext'
import { BreakCard, BreakNotice } from './BreakCard'
import { HelpCard } from './HelpCard'
import { LimitSheet } from './LimitSheet'
import './LimitsScreen.scss'

const HEADS: Record<AccountLimitKind, PlainKey> = {
  stake: 'limits.orders',
  open_stakes: 'limits.orders',
  orders_day: 'limits.orders',
  loss_day: 'limits.losses',
  loss_week: 'limits.losses',
  loss_month: 'limits.losses',
  deposit_day: 'limits.deposits',
  deposit_week: 'limits.deposits',
  deposit_month: 'limits.deposits',
  session: 'limits.time',
}
/** The limits that matter most; the others are one row each group until one of it is set or looked for. */
const ALWAYS_OPEN: PlainKey = 'limits.losses'
const GROUPS = [...new Set(Object.values(HEADS))].map((head) => ({
  head,
  kinds: ACCOUNT_LIMIT_KINDS.filter((kind) => HEADS[kind] === head),
}))

/** Limits that users set for themselves, and breaks (PRODUCT.md 19). */
export const LimitsScreen = observer(function LimitsScreen() {
  const { accountLimits, preferences } = useLate()
  const t = useT()
  const [open, setOpen] = useState<AccountLimitKind | undefined>(undefined)
  const [unfolded, setUnfolded] = useState<readonly PlainKey[]>([])
  const isFolded = (head: PlainKey, kinds: readonly AccountLimitKind[]) =>
    head !== ALWAYS_OPEN &&
    kinds.length > 1 &&
    !unfolded.includes(head) &&
    !kinds.some((kind) => accountLimits.limitOf(kind))
  useReload(() => accountLimits.current.refresh(), { topics: ['account_limits', 'account'] })
  useReload(() => accountLimits.helpLines.refresh(), { topics: ['verification'], on: [preferences.locale] })
  return (
    <View className="limits columns">
      <Loaded from={accountLimits.current} loading={<Skeleton shape="row" count={6} />}>
        {() => (
          <>
            <BreakNotice />
            <Text className="limits__text block soft t14 columns__whole">{t('limits.intro')}</Text>
            {GROUPS.map(({ head, kinds }) => (
              <View key={head}>
                <SectionHead>{t(head)}</SectionHead>
                <Card kind="list">
                  {isFolded(head, kinds) ? (
                    <ListRow
                      title={kinds.map((kind) => t(`limits.kind.${kind}`)).join(' · ')}
                      value={t('limits.notSet')}
                      onClick={() => setUnfolded([...unfolded, head])}
                    />
                  ) : (
                    kinds.map((kind) => <LimitRow key={kind} kind={kind} onOpen={() => setOpen(kind)} />)
                  )}
                </Card>
              </View>
            ))}
            <BreakCard />
            {accountLimits.current.value?.break ? null : <HelpCard />}
          </>
        )}
      </Loaded>
      <LimitSheet
        kind={open}
        onClose={() => setOpen(undefined)}
        onDone={(kind) => setOpen((now) => (now === kind ? undefined : now))}
      />
    </View>
  )
})

/** One limit: its value, and how much of it is used. A tap opens its sheet. */
const LimitRow = observer(function LimitRow({ kind, onOpen }: { kind: AccountLimitKind; onOpen: () => void }) {
  const { accountLimits, preferences } = useLate()
  const t = useT()
  const format = useLimitFormat()
  const shown = useShownAmount()
  const limit = accountLimits.limitOf(kind)
  const counts = limit !== undefined && kind !== 'session' && kind !== 'stake'
  const notes = [
    counts && t('limits.usedLeft', { used: shown(format(kind, limit.used)), left: shown(format(kind, limit.left)) }),
    limit?.resetsAt && t('limits.resets', { time: showDateTime(limit.resetsAt, preferences.timeZone) }),
  ].filter(Boolean)
  return (
    <ListRow
      title={t(`limits.kind.${kind}`)}
      note={notes.length > 0 ? notes.join('\n') : undefined}
      className="limits__row"
      value={<Text className="num">{limit ? shown(format(kind, limit.value)) : t('limits.notSet')}</Text>}
      onClick={onOpen}
    />
  )
})
