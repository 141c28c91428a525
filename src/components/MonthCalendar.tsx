import { Button, Text, View } from '@tarojs/components'
import { useState } from 'react'
import { dayKey, monthAfter, monthOf, weeksOf } from '../domain/calendar'
import { classNames } from './classNames'
import { IconButton } from './IconButton'
import './MonthCalendar.scss'

export interface MonthCalendarProps {
  /** Days as "2026-03-05"; the first and the last that can be chosen. */
  first: string
  last: string
  chosen: string | undefined
  onChoose: (day: string) => void
  /** Names of the days, Sunday to Saturday. */
  weekdays: readonly string[]
  /** Where a week begins: 0 for Sunday. */
  weekBegins: number
  /** Writes a month such as "2026-03" in words. */
  monthLabel: (month: string) => string
  /** Writes a day as a screen reader says it. */
  dayLabel: (day: string) => string
  previousLabel: string
  nextLabel: string
}

/** A calendar to choose a day from, month by month. */
export function MonthCalendar(props: MonthCalendarProps) {
  const { first, last, chosen, weekBegins } = props
  const [shown, setShown] = useState(() => monthOf(chosen ?? first))
  const title = props.monthLabel(dayKey(shown, 1).slice(0, 7))
  const weekdays = [...props.weekdays.slice(weekBegins), ...props.weekdays.slice(0, weekBegins)]
  const hasBefore = dayKey(shown, 1) > first
  const hasAfter = dayKey(monthAfter(shown, 1), 1) <= last
  return (
    <View className="month" ariaRole="group" aria-label={title}>
      <View className="month__head">
        {hasBefore ? (
          <IconButton icon="back" label={props.previousLabel} onClick={() => setShown(monthAfter(shown, -1))} />
        ) : (
          <View className="month__gap" />
        )}
        <Text className="strong num" aria-live="polite">
          {title}
        </Text>
        {hasAfter ? (
          <IconButton icon="forward" label={props.nextLabel} onClick={() => setShown(monthAfter(shown, 1))} />
        ) : (
          <View className="month__gap" />
        )}
      </View>
      <View className="month__week" aria-hidden>
        {weekdays.map((weekday) => (
          <Text key={weekday} className="month__weekday">
            {weekday}
          </Text>
        ))}
      </View>
      {weeksOf(shown, weekBegins).map((week, index) => (
        <View key={`${title} ${String(index)}`} className="month__week">
          {week.map((day, weekday) => (
            <Day
              key={`${title} ${String(day ?? -weekday)}`}
              {...props}
              day={day === undefined ? undefined : dayKey(shown, day)}
              number={day}
            />
          ))}
        </View>
      ))}
    </View>
  )
}

type DayProps = MonthCalendarProps & { day: string | undefined; number: number | undefined }

function Day({ day, number, first, last, chosen, onChoose, dayLabel }: DayProps) {
  if (day === undefined) return <View className="month__gap" />
  return (
    <Button
      className={classNames('month__day centered num', day === chosen && 'month__day--on')}
      disabled={day < first || day > last}
      aria-label={dayLabel(day)}
      aria-pressed={day === chosen}
      onClick={() => onChoose(day)}
    >
      {number}
    </Button>
  )
}
