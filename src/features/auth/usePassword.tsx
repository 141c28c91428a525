import { useState } from 'react'
import { PasswordField } from '../../components/PasswordField'
import { useT } from '../../i18n'

/** The login password that a page asks for again: its value, its field and its error, which another field may show. */
export function usePassword({ showsError = true } = {}) {
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
      error={showsError ? error : undefined}
      autoComplete="current-password"
      showLabel={t('common.showPassword')}
      hideLabelText={t('common.hidePassword')}
    />
  )
  return { password, error, setError, field }
}
