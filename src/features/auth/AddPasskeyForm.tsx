import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { useT } from '../../i18n'
import { makePasskey } from '../../platform/passkeys'
import { useLate } from '../../stores/StoresContext'
import { proofOf, usePasswordForm } from './usePasswordForm'

/** The login password, the code if one is asked for, and then the device's own question. */
export const AddPasskeyForm = observer(function AddPasskeyForm({ onDone }: { onDone: () => void }) {
  const t = useT()
  const { security, ui } = useLate()
  const { fields, sending, submit, refuse } = usePasswordForm()
  const handleAdd = () =>
    submit(async (values) => {
      const setup = await security.beginPasskey(proofOf(values))
      if (!setup.ok) return refuse(setup.error)
      const made = await makePasskey(setup.value)
      if (!made.ok && made.problem === 'exists') return refuse({ code: 'passkey_exists', details: {} })
      if (!made.ok) return ui.toast(t(made.problem === 'cancelled' ? 'passkey.cancelled' : 'passkey.failed'), 'error')
      const added = await security.addPasskey(made.value)
      if (!added.ok) return refuse(added.error)
      ui.toast(t('passkey.saved'), 'success')
      onDone()
    })
  return (
    <View className="passkey__form stack">
      {fields}
      <Button loading={sending} onClick={() => void handleAdd()}>
        {t('passkey.next')}
      </Button>
    </View>
  )
})
