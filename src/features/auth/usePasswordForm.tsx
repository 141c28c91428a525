import { typedCode } from '../../../contract/typedText'
import { PasswordField } from '../../components/PasswordField'
import { TextField } from '../../components/TextField'
import { useForm } from '../../connected/forms/useForm'
import { useT } from '../../i18n'

interface PasswordValues {
  password: string
  code: string
  /** The server wants the code of the second factor, too. */
  codeAsked: boolean
}

/**
 * The login password that a page asks for again, and the code of the second factor once the server asks for it.
 * `codeNeeded`: it is known to, and takes nothing in its place.
 */
export function usePasswordForm(codeNeeded = false) {
  const t = useT()
  const form = useForm<PasswordValues>(
    {
      validate: ({ password, code }) => ({
        password: password === '' ? 'common.emptyValue' : undefined,
        code: codeNeeded && code === '' ? 'common.emptyValue' : undefined,
      }),
      fieldOfCode: { password_wrong: 'password', second_factor_required: 'code', second_factor_wrong: 'code' },
      refused: (values, code) =>
        code === 'second_factor_required' ? { values: { ...values, codeAsked: true } } : undefined,
    },
    () => ({ password: '', code: '', codeAsked: codeNeeded }),
  )
  const [password, code] = [form.field('password'), form.field('code')]
  const { codeAsked } = form.values
  const fields = (
    <>
      <PasswordField
        {...password}
        label={t('auth.password')}
        maxLength={256}
        error={password.error ?? (codeAsked ? undefined : form.failureText)}
        autoComplete="current-password"
        showLabel={t('common.showPassword')}
        hideLabelText={t('common.hidePassword')}
      />
      {codeAsked ? (
        <TextField
          {...code}
          className="num"
          label={t('security.code')}
          hint={t('security.codeHint')}
          maxLength={16}
          error={code.error ?? form.failureText}
          autoComplete="one-time-code"
        />
      ) : null}
    </>
  )
  return { ...form, fields }
}

/** Password and code as a request has them. */
export const proofOf = ({ password, code }: PasswordValues) => ({
  loginPassword: password,
  ...(code === '' ? {} : { secondFactorCode: typedCode(code) }),
})
