import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { VerificationAnswers } from '../../../contract/verification'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { CheckBox } from '../../components/CheckBox'
import { TextField } from '../../components/TextField'
import { type Form, useForm } from '../../connected/forms/useForm'
import { NationalityField } from '../../connected/NationalityField'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { useLate } from '../../stores/StoresContext'
import { PhotoField } from './PhotoField'
import {
  draftOf,
  initialVerification,
  nationalityOr,
  type PhotoSide,
  toRequest,
  type VerificationValues,
  verificationRules,
} from './verificationForm'

const SIDES: readonly PhotoSide[] = ['front', 'back']

/** The form of the verification, kept as a draft at every step: leaving or reloading the page loses nothing typed. */
export const VerificationFormView = observer(function VerificationFormView(props: {
  answers: VerificationAnswers | null
}) {
  const t = useT()
  const { verification, account } = useLate()
  const phoneCountry = account.figures?.phoneCountry ?? ''
  const form = useForm(
    verificationRules(phoneCountry),
    () => initialVerification(props.answers, verification.draft),
    (values) => {
      if (SIDES.every((side) => values[side].kind !== 'sending')) verification.keepDraft(draftOf(values))
    },
  )
  const { errors, change, submit, refuse } = form
  const values = nationalityOr(form.values, phoneCountry)
  const chinese = values.nationality === 'CN'
  const field = (name: 'name' | 'idNumber', maxLength: number) => ({
    ...form.field(name),
    label: t(`identity.${name}`),
    placeholder: t(`identity.${name}Prompt`),
    maxLength,
  })
  const handleSubmit = () =>
    submit(async (latest) => {
      const request = toRequest(nationalityOr(latest, phoneCountry))
      const answer = request && (await verification.submit(request))
      if (!answer) return
      // The next state of the page shows the message of PRODUCT.md 5.1.
      if (answer.ok) return void account.load()
      refuse(answer.error)
      if (answer.error.code === 'verification_closed') void verification.load()
    })
  return (
    <>
      <Card>
        <NationalityField
          label={t('identity.nationality')}
          prompt={t('wallet.payout.nationalityPrompt')}
          value={values.nationality}
          error={errors.nationality && t(errors.nationality)}
          onChoose={(nationality) => change({ nationality })}
        />
        <TextField {...field('name', 120)} hint={t(nameHintOf(values))} />
        {chinese ? (
          <CheckBox
            checked={values.otherName}
            label={t('identity.otherName')}
            onChange={(otherName) => change({ otherName })}
          />
        ) : null}
        <TextField {...field('idNumber', 60)} hint={t(chinese ? 'identity.idHintChina' : 'identity.idHint')} />
      </Card>
      <PhotosCard form={form} />
      <View className="problem t14" aria-live="polite">
        {form.failureText ?? ''}
      </View>
      <BottomBar>
        <Button loading={form.sending} onClick={() => void handleSubmit()}>
          {t('identity.submit')}
        </Button>
      </BottomBar>
    </>
  )
})

function nameHintOf({ nationality, otherName }: VerificationValues): PlainKey {
  if (nationality !== 'CN') return 'identity.nameHint'
  return otherName ? 'identity.otherNameHint' : 'identity.nameHintChina'
}

/** Both sides of the document. */
function PhotosCard({ form: { values, errors, change } }: { form: Form<VerificationValues> }) {
  const t = useT()
  return (
    <Card>
      <Text className="verification__title block strong t16">{t('identity.photos')}</Text>
      <View className="verification__photos">
        {SIDES.map((side) => (
          <PhotoField
            key={side}
            side={side}
            photo={values[side]}
            error={errors[side]}
            onChange={(photo) => change({ [side]: photo })}
          />
        ))}
      </View>
      <Text className="muted t13 verification__note">{t('identity.photosNote')}</Text>
    </Card>
  )
}
