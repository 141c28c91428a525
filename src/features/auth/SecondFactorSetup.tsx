import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { SecondFactorSetup as Setup } from '../../../contract/security'
import { typedCode } from '../../../contract/typedText'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { QrCode } from '../../components/QrCode'
import { TextField } from '../../components/TextField'
import { useForm } from '../../connected/forms/useForm'
import { useCopy } from '../../connected/useCopy'
import { useT } from '../../i18n'
import { useLate } from '../../stores/StoresContext'
import { useOpenForm } from './openForm'
import { usePasswordForm } from './usePasswordForm'

/** Three steps: the login password, the authenticator app, and the recovery codes that are shown once. */
export const SecondFactorSetup = observer(function SecondFactorSetup(props: {
  /** True while the recovery codes are shown. */
  onKeeping: (keeping: boolean) => void
}) {
  const { security } = useLate()
  const [setup, setSetup] = useState<Setup | undefined>(undefined)
  const [codes, setCodes] = useState<string[] | undefined>(undefined)
  if (codes) return <RecoveryCodes codes={codes} onKept={() => props.onKeeping(false)} />
  if (setup)
    return (
      <Pair
        setup={setup}
        onBegin={() => props.onKeeping(true)}
        onCodes={setCodes}
        onOver={() => {
          setSetup(undefined)
          // An answer that was lost may have turned it on.
          props.onKeeping(false)
          void security.secondFactor.refresh()
        }}
      />
    )
  return <Begin onSetup={setSetup} />
})

const Begin = observer(function Begin({ onSetup }: { onSetup: (setup: Setup) => void }) {
  const t = useT()
  const { isOpen, open } = useOpenForm('factorOn')
  return (
    <Card>
      <Text className="security__title">{t('security.factor')}</Text>
      <Text className="security__text block muted t14">{t('security.factorText')}</Text>
      {isOpen ? (
        <BeginForm onSetup={onSetup} />
      ) : (
        <Button tone="secondary" size="medium" onClick={open}>
          {t('security.setUp')}
        </Button>
      )}
    </Card>
  )
})

const BeginForm = observer(function BeginForm({ onSetup }: { onSetup: (setup: Setup) => void }) {
  const t = useT()
  const { security } = useLate()
  const { fields, sending, submit, refuse } = usePasswordForm()
  const handleBegin = () =>
    submit(async ({ password }) => {
      const answer = await security.beginSecondFactor(password)
      if (answer.ok) onSetup(answer.value)
      else refuse(answer.error)
    })
  return (
    <View className="security__form">
      {fields}
      <Button loading={sending} onClick={() => void handleBegin()}>
        {t('passkey.next')}
      </Button>
    </View>
  )
})

interface PairProps {
  setup: Setup
  /** Called before the request is sent: recovery codes may arrive from then on. */
  onBegin: () => void
  onCodes: (codes: string[]) => void
  /** The server waits for no first code: too late, or turned on by now. */
  onOver: () => void
}

const Pair = observer(function Pair({ setup, onBegin, onCodes, onOver }: PairProps) {
  const t = useT()
  const { security, account } = useLate()
  const copy = useCopy()
  const form = useForm({ validate: ({ code }) => ({ code: code === '' ? 'common.emptyValue' : undefined }) }, () => ({
    code: '',
  }))
  const field = form.field('code')
  const handleEnable = () =>
    form.submit(async ({ code }) => {
      onBegin()
      const answer = await security.enableSecondFactor(typedCode(code))
      if (answer.ok) {
        void account.load()
        return onCodes(answer.value)
      }
      form.refuse(answer.error)
      if (answer.error.code === 'second_factor_state') onOver()
    })
  return (
    <Card>
      <Text className="security__title">{t('security.scan')}</Text>
      <Text className="security__text block muted t14">{t('security.scanText')}</Text>
      <View className="security__qr">
        <QrCode text={setup.uri} label={t('security.qrLabel')} />
      </View>
      <Text className="security__secret block center t14 num">{setup.secret}</Text>
      <Button tone="plain" size="medium" onClick={() => void copy(setup.secret)}>
        {t('security.copySecret')}
      </Button>
      <View className="security__form">
        <TextField
          {...field}
          className="num"
          label={t('security.firstCode')}
          keyboard="number"
          maxLength={8}
          error={field.error ?? form.failureText}
          autoComplete="one-time-code"
        />
        <Button loading={form.sending} onClick={() => void handleEnable()}>
          {t('security.turnOn')}
        </Button>
      </View>
    </Card>
  )
})

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const t = useT()
  const copy = useCopy()
  // On a small screen the last button is where "Turn on" was, and the codes are shown once.
  return (
    <Card className="wakes">
      <Text className="security__title">{t('security.recovery')}</Text>
      <Text className="security__text block muted t14">{t('security.recoveryText')}</Text>
      <View className="security__codes num" ariaRole="list" aria-label={t('security.recovery')}>
        {codes.map((code) => (
          <Text key={code} className="security__code" ariaRole="listitem">
            {code}
          </Text>
        ))}
      </View>
      <Button tone="secondary" onClick={() => void copy(codes.join('\n'))}>
        {t('security.copyCodes')}
      </Button>
      <Button tone="plain" onClick={onKept}>
        {t('security.kept')}
      </Button>
    </Card>
  )
}
