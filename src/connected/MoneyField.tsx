import { ScrollView, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Chip } from '../components/Chip'
import { isPositive, moneyText, multiplyByBp, parseMoney, plainMoney } from '../domain/money'
import { typedMoney } from '../domain/typedAmount'
import { useT } from '../i18n'
import { useFormat } from '../i18n/format'
import { useStores } from '../stores/StoresContext'
import { AmountField, type AmountFieldProps } from './AmountField'
import './MoneyField.scss'

const SHARES_BP = [2500, 5000, 7500] as const
const WHOLE_BP = 10_000

export interface MoneyFieldProps extends Omit<AmountFieldProps, 'after' | 'before' | 'unit'> {
  /** The most that could be moved, a decimal string: shares of it are offered. Undefined for a sum without one. */
  most?: string | undefined
  /** The usual amounts, decimal strings, offered before the shares. */
  presets?: readonly string[]
  /** Called for a tap on a share or preset, with the amount as users type it. */
  onPick: (amount: string) => void
}

/** The field for money on every page: the currency behind it, and amounts to pick below (PRODUCT.md 4.10). */
export const MoneyField = observer(function MoneyField({ most, presets = [], onPick, ...field }: MoneyFieldProps) {
  const t = useT()
  const { code, picks, scale } = usePicks(field.value, field.disabled ?? false, onPick)
  return (
    <View className="money-field">
      {presets.length > 0 ? <Presets presets={presets} {...picks} /> : null}
      <AmountField
        placeholder={t('common.anotherAmount')}
        {...field}
        unit={code}
        after={<Text className="muted">{code}</Text>}
      />
      {most === undefined ? null : <Shares most={most} scale={scale} {...picks} />}
    </View>
  )
})

/** The same amounts in one row that scrolls, for a field elsewhere. */
export const MoneyPicks = observer(function MoneyPicks({
  value,
  most,
  presets = [],
  onPick,
}: Pick<MoneyFieldProps, 'value' | 'most' | 'presets' | 'onPick'>) {
  const { picks, scale } = usePicks(value, false, onPick)
  return (
    <ScrollView className="money-picks" scrollX enhanced showScrollbar={false}>
      <View className="money-picks__row">
        <Presets presets={presets} {...picks} />
        {most === undefined ? null : <Shares most={most} scale={scale} {...picks} />}
      </View>
    </ScrollView>
  )
})

/** For observers. */
function usePicks(value: string, disabled: boolean, onPick: (amount: string) => void) {
  const { session } = useStores()
  const { code, scale } = session.appInfo?.currency ?? { code: '', scale: 2 }
  const chosen = typedMoney(value, scale)
  return { code, scale, picks: { chosen: chosen && plainMoney(moneyText(chosen)), disabled, onPick } }
}

interface PicksProps {
  /** The amount in the field, as users type it. */
  chosen: string | undefined
  disabled: boolean
  onPick: (amount: string) => void
}

function Presets({ presets, chosen, disabled, onPick }: PicksProps & { presets: readonly string[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <View
      className="money-field__picks wraps money-field__presets"
      ariaRole="group"
      aria-label={t('common.usualAmounts')}
    >
      {presets.map(plainMoney).map((preset) => (
        <Chip key={preset} selected={preset === chosen} disabled={disabled} onClick={() => onPick(preset)}>
          {format.number(preset)}
        </Chip>
      ))}
    </View>
  )
}

/** A quarter, half, three quarters and all of it, rounded down (PRODUCT.md 8.3). */
function Shares({ most, scale, chosen, disabled, onPick }: PicksProps & { most: string; scale: number }) {
  const t = useT()
  const format = useFormat()
  const whole = parseMoney(most, scale)
  if (!whole || !isPositive(whole)) return null
  return (
    <View className="money-field__picks wraps" ariaRole="group" aria-label={t('common.shares')}>
      {[...SHARES_BP, WHOLE_BP].map((share) => {
        const amount = multiplyByBp(whole, share)
        const text = plainMoney(moneyText(amount))
        return (
          <Chip
            key={share}
            className="money-field__share"
            selected={text === chosen}
            disabled={disabled || !isPositive(amount)}
            onClick={() => onPick(text)}
          >
            {share === WHOLE_BP ? t('common.all') : format.percent(share, 0)}
          </Chip>
        )
      })}
    </View>
  )
}
