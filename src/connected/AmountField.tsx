import { View } from '@tarojs/components'
import { useState } from 'react'
import { Chip } from '../components/Chip'
import { classNames } from '../components/classNames'
import { TextField, type TextFieldProps } from '../components/TextField'
import { readTyped, type TypedReading } from '../domain/typedAmount'
import { useLocale, useT } from '../i18n'
import { dotAsDecimal, useFormat } from '../i18n/format'

/** Without a length: what is cut off while it is pasted makes another number. */
export interface AmountFieldProps extends Omit<TextFieldProps, 'keyboard' | 'secret' | 'below' | 'maxLength'> {
  /** How many decimals count, 2 by default. */
  decimals?: number
  /** The currency, as shown behind a number. */
  unit?: string
  /** How the form reads the text, if it knows more than the text says. */
  reading?: TypedReading
}

const EXAMPLE = '10.50'

/**
 * A field for an amount or a price. It shows what is typed as it is typed, and a number that the form put there with the
 * decimal mark of the language. A text that can be read in two ways, or in none, stays, and the field says so
 * (PRODUCT.md 4.11).
 */
export function AmountField(props: AmountFieldProps) {
  const { value, onChange, onBlur, error, className, decimals, unit, reading = readTyped(value), ...rest } = props
  const t = useT()
  const locale = useLocale()
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const isPlain = reading.kind === 'number' && /^\d*\.\d*$/.test(value)
  const unclear = {
    ambiguous: () => t('common.twoReadings'),
    invalid: () => t('common.noNumber', { example: dotAsDecimal(EXAMPLE, locale) }),
  }
  const message = reading.kind === 'ambiguous' || reading.kind === 'invalid' ? unclear[reading.kind]() : error
  const enter = (text: string, shown?: string) => {
    setTyped(shown)
    onChange(text)
  }
  return (
    <TextField
      {...rest}
      keyboard="digit"
      className={classNames('num', className)}
      value={isPlain && value !== typed ? dotAsDecimal(value, locale) : value}
      onChange={(text) => enter(withoutUnit(text, unit), text)}
      onBlur={() => {
        setTyped(undefined)
        onBlur?.()
      }}
      error={message}
      below={
        reading.kind === 'ambiguous' ? (
          <Readings readings={reading.readings} decimals={decimals} unit={unit} onPick={enter} />
        ) : undefined
      }
    />
  )
}

/** The currency comes along when an amount is pasted from the app itself. */
function withoutUnit(text: string, unit: string | undefined): string {
  const bare = text.trimEnd()
  return unit && bare.toUpperCase().endsWith(unit) ? bare.slice(0, -unit.length) : text
}

interface ReadingsProps {
  readings: readonly [string, string]
  decimals: number | undefined
  unit: string | undefined
  onPick: (text: string) => void
}

/** Both readings, to choose from. What a tap enters is clear: never exactly three digits behind a mark. */
function Readings({ readings: [asDecimals, asGroups], decimals = 2, unit = '', onPick }: ReadingsProps) {
  const t = useT()
  const format = useFormat()
  const [whole, fraction = ''] = asDecimals.split('.')
  const cut = decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`
  const choices = [
    { text: cut + (decimals === 3 ? '0' : ''), shown: cut },
    { text: asGroups, shown: asGroups },
  ] as const
  return (
    <View className="field__below wraps" ariaRole="group" aria-label={t('common.twoReadings')}>
      {choices.map(({ text = '', shown = '' }) => (
        <Chip key={text} selected={false} onClick={() => onPick(text)}>
          {`${format.number(shown)} ${unit}`.trim()}
        </Chip>
      ))}
    </View>
  )
}
