import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { AccountBreak } from '../../../contract/accountLimits'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { SectionHead } from '../../components/SectionHead'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useServerNow } from '../../connected/useServerNow'
import { useT } from '../../i18n'
import { showDateTime } from '../../i18n/days'
import { useLate } from '../../stores/StoresContext'
import { BreakDateSheet } from './BreakDateSheet'
import { BREAK_LENGTHS, type BreakLength, endOf, lastDays } from './breakLengths'
import { HelpCard } from './HelpCard'

/** The break in force, and whom the user can talk to. */
export const BreakNotice = observer(function BreakNotice() {
  const { accountLimits } = useLate()
  const current = accountLimits.current.value?.break ?? null
  if (current === null) return null
  return (
    <View className="limits__notice columns__whole">
      <CurrentBreak current={current} />
      <HelpCard />
    </View>
  )
})

/** Breaks to choose from, all longer than the one in force; none is longer than one for good. */
export const BreakCard = observer(function BreakCard() {
  const { accountLimits } = useLate()
  const t = useT()
  const current = accountLimits.current.value?.break ?? null
  if (current?.until === null) return null
  return (
    <>
      <View>
        <SectionHead>{t('limits.break.title')}</SectionHead>
        <Text className="limits__text block soft t14">{t('limits.break.text')}</Text>
        <Lengths kind="break" current={current} />
      </View>
      <View>
        <SectionHead>{t('limits.break.exclusion')}</SectionHead>
        <Text className="limits__text block soft t14">{t('limits.break.exclusionText')}</Text>
        <Lengths kind="exclusion" current={current} />
      </View>
    </>
  )
})

interface LengthsProps {
  kind: BreakLength['kind']
  current: AccountBreak | null
}

const Lengths = observer(function Lengths({ kind, current }: LengthsProps) {
  const { accountLimits, connection, preferences, ui } = useLate()
  const t = useT()
  const { run } = useOneAtATime()
  const [choosing, setChoosing] = useState(false)
  const begin = async (until: string | null) => {
    const yes = await ui.confirm({
      title: t('limits.break.confirmTitle'),
      text:
        until === null
          ? t('limits.break.confirmForGood')
          : t('limits.break.confirmText', { time: showDateTime(until, preferences.timeZone) }),
      confirmLabel: t('limits.break.begin'),
      cancelLabel: t('common.cancel'),
      tone: 'danger',
    })
    if (!yes) return
    const answer = await run(() => accountLimits.beginBreak({ kind, until }))
    if (!answer) return
    if (answer.ok) ui.toast(t('limits.break.begun'), 'success')
    else ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  // A break gets longer, never shorter.
  const isLonger = (length: BreakLength) => {
    const until = endOf(length, connection.serverNow())
    return current === null || (current.until !== null && (until === null || until > current.until))
  }
  const days = lastDays(connection.serverNow(), current?.until ?? null, preferences.timeZone)
  const offersDate = kind === 'break' && (current === null || current.until !== null) && days.first <= days.last
  return (
    <Card kind="list">
      {BREAK_LENGTHS.filter((length) => length.kind === kind && isLonger(length)).map((length) => (
        <ListRow
          key={length.name}
          icon="hourglass"
          tone={length.kind === 'exclusion' ? 'danger' : 'normal'}
          title={t(`limits.break.${length.name}`)}
          onClick={() => void begin(endOf(length, connection.serverNow()))}
        />
      ))}
      {offersDate ? (
        <>
          <ListRow icon="hourglass" title={t('limits.break.date')} onClick={() => setChoosing(true)} />
          <BreakDateSheet
            open={choosing}
            after={current?.until ?? null}
            onClose={() => setChoosing(false)}
            onChoose={(until) => {
              setChoosing(false)
              void begin(until)
            }}
          />
        </>
      ) : null}
    </Card>
  )
})

const CurrentBreak = observer(function CurrentBreak({ current }: { current: AccountBreak }) {
  const { accountLimits, preferences, ui } = useLate()
  const t = useT()
  const { busy, run } = useOneAtATime()
  const now = useServerNow(30_000)
  const isOver = current.until !== null && now >= Date.parse(current.until)
  const show = (time: string) => showDateTime(time, preferences.timeZone)
  const handleEnd = async () => {
    const answer = await run(() => accountLimits.endBreak())
    if (answer && !answer.ok) ui.toast(t(`errors.${answer.error.code}`), 'error')
  }
  const title =
    current.until === null
      ? t('limits.break.forever')
      : isOver
        ? t('limits.break.over')
        : t('limits.break.until', { time: show(current.until) })
  return (
    <Card>
      <View className="stack" ariaRole="status">
        <Text className="t16 strong">{title}</Text>
        {current.reopensAt ? (
          <Text className="limits__text block soft t14">
            {t('limits.break.reopens', { time: show(current.reopensAt) })}
          </Text>
        ) : null}
        {isOver && !current.reopensAt ? (
          <>
            <Text className="limits__text block soft t14">{t('limits.break.overText')}</Text>
            <Button loading={busy} onClick={() => void handleEnd()}>
              {t('limits.break.end')}
            </Button>
          </>
        ) : null}
      </View>
    </Card>
  )
})
