import { classNames } from '../components/classNames'
import { TextField, type TextFieldProps } from '../components/TextField'
import { useLocale } from '../i18n'
import { decimalsAsDot, dotAsDecimal } from '../i18n/format'

export type AmountFieldProps = Omit<TextFieldProps, 'keyboard' | 'secret'>

/**
 * A field for an amount or a price. `value` has a dot, as forms keep it; the user sees, types and pastes the decimal
 * sign of the language ("1.234,50").
 */
export function AmountField({ value, onChange, className, ...rest }: AmountFieldProps) {
  const locale = useLocale()
  return (
    <TextField
      {...rest}
      keyboard="digit"
      className={classNames('num', className)}
      value={dotAsDecimal(value, locale)}
      onChange={(text) => onChange(decimalsAsDot(text, locale))}
    />
  )
}
