import { useState } from 'react'
import { PasswordField } from '../../components/PasswordField'
import { useT } from '../../i18n'

/** The login password that a page asks for again: its value, its field and its error. */
export function usePassword() {
  const t = useT()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | undefined>(undefined)
  const field = (
    <PasswordField
      label={t('auth.password')}
      value={password}
      onChange={(text) => {
        setPassword(text)
        setError(undefined)
      }}
      maxLength={256}
      error={error}
      autoComplete="current-password"
      showLabel={t('common.showPassword')}
      hideLabelText={t('common.hidePassword')}
    />
  )
  return { password, setError, field }
}
