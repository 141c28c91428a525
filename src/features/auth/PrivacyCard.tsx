import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { PasskeyAssertion } from '../../../contract/passkeys'
import type { ExportMe } from '../../../contract/security'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import type { FormFailure } from '../../connected/forms/createForm'
import { usePasskey } from '../../connected/usePasskey'
import { useSaveFile } from '../../connected/useSaveFile'
import { useT } from '../../i18n'
import { redirect } from '../../platform/navigation'
import { LOGIN_URL } from '../../routes'
import { useLate } from '../../stores/StoresContext'
import { useOpenForm } from './openForm'
import { proofOf, usePasswordForm } from './usePasswordForm'

/** The user's own data: all of it as one file, and deleting the account. Both ask for the login password again. */
export const PrivacyCard = observer(function PrivacyCard() {
  const t = useT()
  const taking = useOpenForm('export')
  const leaving = useOpenForm('delete')
  return (
    <Card>
      <Text className="security__title">{t('security.data')}</Text>
      <Text className="security__text block muted t14">{t('security.dataText')}</Text>
      {taking.isOpen ? <ExportForm /> : null}
      {leaving.isOpen ? <DeleteForm /> : null}
      {taking.isOpen || leaving.isOpen ? null : (
        <>
          <Button tone="secondary" size="medium" onClick={taking.open}>
            {t('security.export')}
          </Button>
          <Button tone="plain" size="medium" className="security__leave" onClick={leaving.open}>
            {t('security.delete')}
          </Button>
        </>
      )}
    </Card>
  )
})

/** The password, and the second factor once the server asks for it: by its code, or by a passkey that sends at once. */
function useProof(send: (proof: ExportMe) => Promise<FormFailure | undefined>) {
  const t = useT()
  const { security, ui } = useLate()
  const { passkeys } = security
  const form = usePasswordForm()
  const passkey = usePasskey()
  const submit = (signed?: PasskeyAssertion) =>
    form.submit(async (values) => {
      const failure = await send(signed ? { loginPassword: values.password, passkey: signed } : proofOf(values))
      if (failure) form.refuse(failure)
      if (failure?.code === 'second_factor_required') void passkeys.load()
    })
  const handlePasskey = async () => {
    const signed = await passkey.sign(() => security.passkeyChallenge())
    if ('proof' in signed) return submit(signed.proof)
    ui.toast(signed.error, 'error')
  }
  const fields = (
    <>
      {form.fields}
      {form.values.codeAsked && passkey.isOffered && passkeys.value?.items.length ? (
        <Button tone="secondary" size="medium" loading={passkey.asking} onClick={() => void handlePasskey()}>
          {t('passkey.confirm')}
        </Button>
      ) : null}
    </>
  )
  return { ...form, fields, submit }
}

const ExportForm = observer(function ExportForm() {
  const t = useT()
  const { security, session } = useLate()
  const saveFile = useSaveFile()
  const { fields, sending, submit } = useProof(async (proof) => {
    const answer = await security.exportMe(proof)
    if (!answer.ok) return answer.error
    const name = `${session.userInfo?.account ?? 'account'}.json`
    const file = { name, type: 'application/json', text: JSON.stringify(answer.value, null, 2) }
    await saveFile(file, { saved: t('wallet.record.saved'), failed: t('wallet.record.notSaved') })
    return undefined
  })
  return (
    <View className="security__form">
      {fields}
      <Button loading={sending} onClick={() => void submit()}>
        {t('security.export')}
      </Button>
    </View>
  )
})

const DeleteForm = observer(function DeleteForm() {
  const t = useT()
  const { security, session, ui } = useLate()
  const { fields, sending, submit, failure } = useProof(async (proof) => {
    const yes = await ui.confirm({
      title: t('security.deleteTitle'),
      text: t('security.deleteText'),
      confirmLabel: t('security.delete'),
      cancelLabel: t('common.cancel'),
      tone: 'danger',
    })
    if (!yes) return undefined
    const answer = await security.deleteMe(proof)
    if (!answer.ok) return answer.error
    session.reset()
    ui.toast(t('security.deleted'), 'success')
    redirect(LOGIN_URL)
    return undefined
  })
  return (
    <View className="security__form">
      {fields}
      {failure?.details.blockers?.map((blocker) => (
        <Text key={blocker} className="problem t14">
          {t(`security.blocker.${blocker}`)}
        </Text>
      ))}
      <Button tone="danger" loading={sending} onClick={() => void submit()}>
        {t('security.delete')}
      </Button>
    </View>
  )
})
