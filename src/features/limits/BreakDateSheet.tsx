import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '../../components/Button'
import { MonthCalendar } from '../../components/MonthCalendar'
import { Sheet } from '../../components/Sheet'
import { useCalendarWords } from '../../connected/useCalendarWords'
import { useServerNow } from '../../connected/useServerNow'
import { useT } from '../../i18n'
import { useStores } from '../../stores/StoresContext'
import { endOfDay, lastDays } from './breakLengths'

const MINUTE_MS = 60_000

interface BreakDateSheetProps {
  open: boolean
  /** The end of the break in force: only later days can be chosen. */
  after: string | null
  onClose: () => void
  /** When the break ends, ISO: after the whole of the chosen day. */
  onChoose: (until: string) => void
}

/** The last day of a break, chosen in a calendar. */
export const BreakDateSheet = observer(function BreakDateSheet(props: BreakDateSheetProps) {
  const { open, after, onClose, onChoose } = props
  const t = useT()
  const words = useCalendarWords()
  const { preferences } = useStores()
  const now = useServerNow(MINUTE_MS)
  const [day, setDay] = useState<string | undefined>(undefined)
  const range = lastDays(now, after, preferences.timeZone)
  return (
    <Sheet open={open} onClose={onClose} title={t('limits.break.lastDay')} closeLabel={t('common.close')}>
      <View className="limits__form stack">
        <MonthCalendar {...range} chosen={day} onChoose={setDay} {...words} />
        <Button
          disabled={day === undefined}
          onClick={() => {
            if (day !== undefined) onChoose(endOfDay(day, preferences.timeZone))
          }}
        >
          {day === undefined ? t('limits.break.begin') : t('limits.break.beginUntil', { day: words.dayLabel(day) })}
        </Button>
      </View>
    </Sheet>
  )
})
