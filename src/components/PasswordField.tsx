import { useState } from 'react'
import { IconButton } from './IconButton'
import { TextField, type TextFieldProps } from './TextField'

export interface PasswordFieldProps extends Omit<TextFieldProps, 'secret' | 'after'> {
  /** Names the button that shows and hides the password. */
  showLabel: string
  hideLabelText: string
}

/** A password field that can show the typed text. */
export function PasswordField({ showLabel, hideLabelText, ...props }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const toggle = (
    <IconButton
      icon={shown ? 'eye-off' : 'eye'}
      size={20}
      label={shown ? hideLabelText : showLabel}
      onClick={() => setShown(!shown)}
    />
  )
  return <TextField {...props} secret={!shown} after={toggle} />
}
