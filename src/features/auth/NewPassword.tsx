import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Banner } from '../../components/Banner'
import { Button } from '../../components/Button'
import { PasswordField } from '../../components/PasswordField'
import { Segmented } from '../../components/Segmented'
import { useCustomerService } from '../../connected/useCustomerService'
import { useT } from '../../i18n'
import './NewPassword.scss'
import type { Form } from '../../connected/forms/useForm'
import type { NewPasswordField, PasswordKind } from './newPasswordRules'
import { passwordStrength } from './passwordStrength'
import { StrengthHint } from './StrengthHint'

export interface NewPasswordPageProps {
  title: string
  notice: string
  kind: PasswordKind
  onKind: (kind: PasswordKind) => void
  /** The form, and the content below it. */
  children: ReactNode
}

/** The page around a form that sets a password: a choice of its kind, and a link to customer service for the code. */
export function NewPasswordPage({ title, notice, kind, onKind, children }: NewPasswordPageProps) {
  const t = useT()
  const openService = useCustomerService()
  return (
    <View className="password-page stack">
      <Segmented
        label={title}
        value={kind}
        onChange={onKind}
        options={[
          { value: 'login', label: t('security.kind.login') },
          { value: 'trade', label: t('security.kind.trade') },
        ]}
      />
      <Banner tone="brand" text={notice} />
      <Button tone="secondary" size="medium" onClick={openService}>
        {t('common.customerService')}
      </Button>
      {children}
    </View>
  )
}

/** The props, other than its label, of a field for a password of this kind. */
export function useSecret<Field extends string>(kind: PasswordKind, { field }: Form<Record<Field, string>>) {
  const t = useT()
  return (name: Field, autoComplete = 'new-password') => ({
    ...field(name),
    ...(kind === 'trade' ? ({ keyboard: 'number' } as const) : { maxLength: 256 }),
    autoComplete: kind === 'trade' ? 'off' : autoComplete,
    showLabel: t('common.showPassword'),
    hideLabelText: t('common.hidePassword'),
  })
}

/** The fields of a new password: once with its strength, and once more. */
export function NewPasswordFields<Field extends string>(props: {
  kind: PasswordKind
  form: Form<Record<Field | NewPasswordField, string>>
}) {
  const { kind, form } = props
  const t = useT()
  const secret = useSecret(kind, form)
  return (
    <>
      <PasswordField
        {...secret('newPassword')}
        label={t(`security.${kind}.new`)}
        placeholder={t(`security.${kind}.newPrompt`)}
      />
      {kind === 'login' ? <StrengthHint strength={passwordStrength(form.values.newPassword)} /> : null}
      <PasswordField {...secret('again')} label={t(`security.${kind}.again`)} placeholder={t('security.againPrompt')} />
    </>
  )
}
