import { Input, Label, Text, View } from '@tarojs/components'
import { type ReactNode, useId } from 'react'
import { FIELD_ROOM, useInSheet } from '../platform/keyboard'
import { classNames } from './classNames'
import './TextField.scss'

export interface TextFieldProps {
  /** Shown above the field and read as its name. */
  label: string
  /** For a field whose label is shown elsewhere; screen readers still say it. */
  hideLabel?: boolean
  value: string
  onChange: (value: string) => void
  /** Enter, or the keyboard's own button. */
  onConfirm?: () => void
  onBlur?: () => void
  placeholder?: string
  /** Which keyboard: `digit` has a decimal point, `number` has none. */
  keyboard?: 'text' | 'number' | 'digit' | 'search' | 'tel'
  maxLength?: number
  /** The problem in words; the field turns red and the words are read. */
  error?: string | undefined
  /** A helping line under the field; hidden while there is an error. */
  hint?: string
  /** In front of the text, e.g. a country code. */
  before?: ReactNode
  /** Behind the text, e.g. a currency or an icon button. */
  after?: ReactNode
  /** Under the message, e.g. values to choose from. */
  below?: ReactNode
  disabled?: boolean
  /** A hidden field that tells a password manager which account the password is for. */
  silent?: boolean
  focus?: boolean
  /** For the browser's password manager, e.g. "username". */
  autoComplete?: string
  name?: string
  /** Hides the typed text. `PasswordField` has the button that shows it. */
  secret?: boolean
  className?: string
}

export function TextField(props: TextFieldProps) {
  const id = `field${useId().replace(/\W/g, '')}`
  const message = props.error ?? props.hint
  return (
    <View
      className={classNames(
        'field',
        props.error !== undefined && 'field--wrong',
        props.silent && 'sr-only',
        props.className,
      )}
      aria-hidden={props.silent}
    >
      <Label className={props.hideLabel ? 'sr-only' : 'field__label block soft t13'} for={id}>
        {props.label}
      </Label>
      <View className={classNames('field__box line gap-8', props.disabled && 'field__box--off')}>
        {props.before}
        <FieldInput {...props} id={id} describedBy={message === undefined ? undefined : `${id}-message`} />
        {props.after}
      </View>
      <View id={`${id}-message`} aria-live="polite">
        {message === undefined ? null : <Text className="field__message block muted t12">{message}</Text>}
      </View>
      {props.below}
    </View>
  )
}

const TYPES = { text: 'text', search: 'text', number: 'number', digit: 'digit', tel: 'number' } as const

const SILENT = { readOnly: true, tabIndex: -1 }

function FieldInput(props: TextFieldProps & { id: string; describedBy: string | undefined }) {
  const { keyboard = 'text' } = props
  const sheet = useInSheet()
  // WeChat leads to no next field.
  const onward = props.onConfirm || process.env.TARO_ENV === 'weapp' ? 'done' : 'next'
  const confirmType = keyboard === 'search' ? 'search' : onward
  // `autoComplete` means something to browsers only, so Taro's types do not know it.
  const browserOnly = {
    autoComplete: props.autoComplete ?? 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    ...(props.silent ? SILENT : {}),
  }
  return (
    <Input
      {...browserOnly}
      id={props.id}
      className="field__input"
      name={props.name}
      value={props.value}
      type={TYPES[keyboard]}
      password={props.secret}
      maxlength={props.maxLength ?? 140}
      placeholder={props.placeholder}
      placeholderClass="muted"
      confirmType={confirmType}
      cursorSpacing={FIELD_ROOM}
      adjustPosition={!sheet}
      onFocus={sheet && (() => sheet(props.id))}
      disabled={props.disabled}
      focus={props.focus}
      aria-label={props.label}
      aria-invalid={props.error !== undefined || undefined}
      aria-describedby={props.describedBy}
      onInput={(event) => props.onChange(event.detail.value)}
      onConfirm={() => props.onConfirm?.()}
      onBlur={() => props.onBlur?.()}
    />
  )
}
