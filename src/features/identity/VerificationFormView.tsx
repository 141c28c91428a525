import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useRef, useState } from 'react'
import type { VerificationAnswers } from '../../../contract/verification'
import { BottomBar } from '../../components/BottomBar'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { CheckBox } from '../../components/CheckBox'
import { TextField } from '../../components/TextField'
import { NationalityField } from '../../connected/NationalityField'
import { useOneAtATime } from '../../connected/useOneAtATime'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { useLate } from '../../stores/StoresContext'
import { PhotoField } from './PhotoField'
import {
  belongsToField,
  draftOf,
  initialVerification,
  nationalityOr,
  type PhotoSide,
  type PhotoState,
  reduce,
  toRequest,
  type VerificationAction,
  type VerificationField,
  type VerificationForm,
  validate,
} from './verificationForm'

const SIDES: readonly PhotoSide[] = ['front', 'back']

/** The form of the verification; the input stays, even if sending fails. */
export const VerificationFormView = observer(function VerificationFormView(props: {
  answers: VerificationAnswers | null
}) {
  const t = useT()
  const { verification, account } = useLate()
  const { form, latest, dispatch } = useVerificationForm(props.answers)
  const { busy: sending, run } = useOneAtATime()
  const [refusal, setRefusal] = useState<string | undefined>(undefined)
  const chinese = form.values.nationality === 'CN'
  const field = (name: Exclude<VerificationField, 'nationality'>, maxLength: number) => ({
    label: t(`identity.${name}`),
    placeholder: t(`identity.${name}Prompt`),
    value: form.values[name],
    maxLength,
    error: form.errors[name] && t(form.errors[name]),
    onChange: (text: string) => dispatch({ type: 'typed', field: name, text }),
  })
  const handleSubmit = async () => {
    dispatch({ type: 'checked' })
    const request = toRequest(latest())
    if (Object.keys(validate(latest())).length > 0 || !request) return
    setRefusal(undefined)
    const answer = await run(() => verification.submit(request))
    if (!answer) return
    // The next state of the page shows the message of PRODUCT.md 5.1.
    if (answer.ok) return void account.load()
    const { code } = answer.error
    if (belongsToField(code)) dispatch({ type: 'refused', code })
    else setRefusal(t(`errors.${code}`))
    if (code === 'verification_closed') void verification.load()
  }
  return (
    <>
      <Card>
        <NationalityField
          label={t('identity.nationality')}
          prompt={t('wallet.payout.nationalityPrompt')}
          value={form.values.nationality}
          error={form.errors.nationality && t(form.errors.nationality)}
          onChoose={(text) => dispatch({ type: 'typed', field: 'nationality', text })}
        />
        <TextField {...field('name', 120)} hint={t(nameHintOf(form))} />
        {chinese ? (
          <CheckBox
            checked={form.otherName}
            label={t('identity.otherName')}
            onChange={(otherName) => dispatch({ type: 'otherName', otherName })}
          />
        ) : null}
        <TextField {...field('idNumber', 60)} hint={t(chinese ? 'identity.idHintChina' : 'identity.idHint')} />
      </Card>
      <PhotosCard form={form} onPhoto={(side, photo) => dispatch({ type: 'photo', side, photo })} />
      <View className="problem t14" aria-live="polite">
        {refusal ?? ''}
      </View>
      <BottomBar>
        <Button loading={sending} onClick={() => void handleSubmit()}>
          {t('identity.submit')}
        </Button>
      </BottomBar>
    </>
  )
})

function nameHintOf({ values, otherName }: VerificationForm): PlainKey {
  if (values.nationality !== 'CN') return 'identity.nameHint'
  return otherName ? 'identity.otherNameHint' : 'identity.nameHintChina'
}

interface PhotosCardProps {
  form: VerificationForm
  onPhoto: (side: PhotoSide, photo: PhotoState) => void
}

/** Both sides of the document. */
function PhotosCard({ form, onPhoto }: PhotosCardProps) {
  const t = useT()
  return (
    <Card>
      <Text className="verification__title block strong t16">{t('identity.photos')}</Text>
      <View className="verification__photos">
        {SIDES.map((side) => (
          <PhotoField
            key={side}
            side={side}
            photo={form.photos[side]}
            error={form.errors[side]}
            onChange={(photo) => onPhoto(side, photo)}
          />
        ))}
      </View>
      <Text className="muted t13 verification__note">{t('identity.photosNote')}</Text>
    </Card>
  )
}

/** The form, kept as a draft at every step: leaving or reloading the page loses nothing that was typed. For observers. */
function useVerificationForm(answers: VerificationAnswers | null) {
  const { account, verification } = useLate()
  const [form, setForm] = useState(() => initialVerification(answers, verification.draft))
  const current = useRef(form)
  const shown = (each: VerificationForm) => nationalityOr(each, account.figures?.phoneCountry ?? '')
  const dispatch = (action: VerificationAction) => {
    current.current = reduce(shown(current.current), action)
    setForm(current.current)
    const underWay = action.type === 'photo' && action.photo.kind === 'sending'
    if (action.type !== 'checked' && !underWay) verification.keepDraft(draftOf(current.current))
  }
  return { form: shown(form), latest: () => shown(current.current), dispatch }
}
