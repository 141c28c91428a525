import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { typedCode } from '../../../contract/typedText'
import { Button } from '../../components/Button'
import { TextField } from '../../components/TextField'
import { useT } from '../../i18n'
import { makePasskey } from '../../platform/passkeys'
import { useLate } from '../../stores/StoresContext'
import { usePassword } from './usePassword'

/** The login password, the code if one is asked for, and then the device's own question. */
export const AddPasskeyForm = observer(function AddPasskeyForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const { security, ui } = useLate()
  const [code, setCode] = useState('')
  const [codeAsked, setCodeAsked] = useState(false)
  const { password, error, setError, field } = usePassword({ showsError: !codeAsked })
  const [busy, setBusy] = useState(false)
  const make = async (): Promise<string | undefined> => {
    const setup = await security.beginPasskey({
      loginPassword: password,
      ...(code === '' ? {} : { secondFactorCode: typedCode(code) }),
    })
    if (!setup.ok) {
      if (setup.error.code === 'second_factor_required') setCodeAsked(true)
      return t(`errors.${setup.error.code}`)
    }
    const made = await makePasskey(setup.value)
    if (!made.ok) {
      if (made.problem === 'exists') return t('errors.passkey_exists')
      return t(made.problem === 'cancelled' ? 'passkey.cancelled' : 'passkey.failed')
    }
    const added = await security.addPasskey(made.value)
    return added.ok ? undefined : t(`errors.${added.error.code}`)
  }
  const handleAdd = async () => {
    if (password === '') return setError(t('common.emptyValue'))
    setBusy(true)
    const problem = await make()
    setBusy(false)
    setError(problem)
    if (problem !== undefined) return
    ui.toast(t('passkey.saved'), 'success')
    onDone()
  }
  return (
    <View className="passkey__form stack">
      {field}
      {codeAsked ? (
        <TextField
          className="num"
          label={t('security.code')}
          hint={t('security.codeHint')}
          value={code}
          onChange={(text) => {
            setCode(text)
            setError(undefined)
          }}
          maxLength={16}
          error={error}
          autoComplete="one-time-code"
        />
      ) : null}
      <Button loading={busy} onClick={() => void handleAdd()}>
        {t('passkey.next')}
      </Button>
    </View>
  )
})
