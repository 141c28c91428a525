import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { ErrorDetails } from '../../../contract/errors'
import type { PasskeyAssertion } from '../../../contract/passkeys'
import type { ExportMe } from '../../../contract/security'
import { typedCode } from '../../../contract/typedText'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { TextField } from '../../components/TextField'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { usePasskey } from '../../connected/usePasskey'
import { useSaveFile } from '../../connected/useSaveFile'
import type { FailureCode } from '../../domain/loadable'
import { useT } from '../../i18n'
import { redirect } from '../../platform/navigation'
import { LOGIN_URL } from '../../routes'
import { useLate } from '../../stores/StoresContext'
import { useOpenForm } from './openForm'
import { usePassword } from './usePassword'

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
function useProof(send: (proof: ExportMe) => Promise<unknown>) {
  const t = useT()
  const { security } = useLate()
  const { passkeys } = security
  const { password, setError, field: passwordField } = usePassword()
  const [code, setCode] = useState('')
  const [isCodeAsked, setCodeAsked] = useState(false)
  const passkey = usePasskey()
  const submit = async (signed?: PasskeyAssertion) => {
    if (password === '') return setError(t('common.emptyValue'))
    const typed = code === '' ? {} : { secondFactorCode: typedCode(code) }
    await send({ loginPassword: password, ...(signed ? { passkey: signed } : typed) })
  }
  const handlePasskey = async () => {
    const signed = await passkey.sign(() => security.passkeyChallenge())
    if ('proof' in signed) return submit(signed.proof)
    setError(signed.error)
  }
  const showRefusal = (refusal: FailureCode) => {
    if (refusal === 'second_factor_required') {
      setCodeAsked(true)
      void passkeys.load()
    }
    setError(t(`errors.${refusal}`))
  }
  const field = (
    <>
      {passwordField}
      {isCodeAsked ? (
        <TextField
          className="num"
          label={t('security.code')}
          value={code}
          onChange={setCode}
          maxLength={16}
          autoComplete="one-time-code"
        />
      ) : null}
      {isCodeAsked && passkey.isOffered && passkeys.value?.items.length ? (
        <Button tone="secondary" size="medium" loading={passkey.asking} onClick={() => void handlePasskey()}>
          {t('passkey.confirm')}
        </Button>
      ) : null}
    </>
  )
  return { field, submit, showRefusal }
}

const ExportForm = observer(function ExportForm() {
  const t = useT()
  const { security, session } = useLate()
  const saveFile = useSaveFile()
  const { busy, run } = useOneAtATime()
  const { field, submit, showRefusal } = useProof(async (proof) => {
    const answer = await run(() => security.exportMe(proof))
    if (!answer) return
    if (!answer.ok) return showRefusal(answer.error.code)
    const name = `${session.userInfo?.account ?? 'account'}.json`
    const file = { name, type: 'application/json', text: JSON.stringify(answer.value, null, 2) }
    await saveFile(file, { saved: t('wallet.record.saved'), failed: t('wallet.record.notSaved') })
  })
  return (
    <View className="security__form">
      {field}
      <Button loading={busy} onClick={() => void submit()}>
        {t('security.export')}
      </Button>
    </View>
  )
})

const DeleteForm = observer(function DeleteForm() {
  const t = useT()
  const { security, session, ui } = useLate()
  const { busy, run } = useOneAtATime()
  const [blockers, setBlockers] = useState<NonNullable<ErrorDetails['blockers']>>([])
  const { field, submit, showRefusal } = useProof(async (proof) => {
    const yes = await ui.confirm({
      title: t('security.deleteTitle'),
      text: t('security.deleteText'),
      confirmLabel: t('security.delete'),
      cancelLabel: t('common.cancel'),
      tone: 'danger',
    })
    if (!yes) return
    const answer = await run(() => security.deleteMe(proof))
    if (!answer) return
    if (answer.ok) {
      session.reset()
      ui.toast(t('security.deleted'), 'success')
      return redirect(LOGIN_URL)
    }
    setBlockers(answer.error.details.blockers ?? [])
    showRefusal(answer.error.code)
  })
  return (
    <View className="security__form">
      {field}
      {blockers.map((blocker) => (
        <Text key={blocker} className="problem t14">
          {t(`security.blocker.${blocker}`)}
        </Text>
      ))}
      <Button tone="danger" loading={busy} onClick={() => void submit()}>
        {t('security.delete')}
      </Button>
    </View>
  )
})
