import { Button as TaroButton, Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import './Button.scss'
import { classNames } from './classNames'
import { Icon, type IconName } from './Icon'

export interface ButtonProps {
  children: ReactNode
  /** `up` and `down` take the trade colors that the user chose; `plain` is text only. Default `primary`. */
  tone?: 'primary' | 'secondary' | 'up' | 'down' | 'danger' | 'plain' | 'onHero' | 'onHeroSoft'
  /** `large` 52 px (default), `medium` 44 px. */
  size?: 'large' | 'medium'
  /** Before the label. */
  icon?: IconName
  /** A second line under the label, e.g. what an order returns. */
  note?: ReactNode
  /** Stretches over the row, default true. */
  block?: boolean
  disabled?: boolean
  /** Shows a spinner and takes no taps. */
  loading?: boolean
  /** Submits the surrounding `Form`. */
  submit?: boolean
  /** The screen reader's text when the visible text is not enough. */
  label?: string
  onClick?: () => void
  className?: string
}

export function Button(props: ButtonProps) {
  const { tone = 'primary', size = 'large', block = true, loading = false, disabled = false } = props
  const name = classNames(
    'button',
    `button--${tone}`,
    `button--${size}`,
    block && 'button--block',
    props.icon && 'button--beside',
    props.className,
  )
  // Words alone may be translated by the browser, figures may not.
  const hasFigure = typeof props.children === 'string' && /\d/.test(props.children)
  return (
    <TaroButton
      className={name}
      disabled={disabled || loading}
      formType={props.submit ? 'submit' : undefined}
      aria-label={props.label}
      aria-busy={loading || undefined}
      onClick={props.onClick}
    >
      {loading ? <View className="button__spinner" aria-hidden /> : null}
      {props.icon ? <Icon name={props.icon} size={18} /> : null}
      <Text className={classNames('button__label', hasFigure && 'num')}>{props.children}</Text>
      {props.note === undefined ? null : <Text className="button__note num">{props.note}</Text>}
    </TaroButton>
  )
}
