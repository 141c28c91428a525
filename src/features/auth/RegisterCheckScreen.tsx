import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Banner } from '../../components/Banner'
import { TextField } from '../../components/TextField'
import { useForm } from '../../connected/forms/useForm'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useParams } from '../../platform/useParams'
import { useStillHere } from '../../platform/useStillHere'
import { HOME_URL, LOGIN_URL } from '../../routes'
import { useLate } from '../../stores/StoresContext'
import { CountryField } from './CountryField'
import { FormFrame, OtherWay } from './FormFrame'
import { checkRequest, initialRegisterCheck, OPENING_CODE_LENGTH, registerCheckRules } from './registerCheckForm'

/** Registration, step one. `?code=` is the account-opening code of an invitation. */
export const RegisterCheckScreen = observer(function RegisterCheckScreen() {
  const { auth, session } = useLate()
  const t = useT()
  const { code } = useParams()
  const contact = session.appInfo?.codeContact
  const form = useForm(registerCheckRules, () => initialRegisterCheck(session.registerInfo, code))
  const { field, submit, refuse } = form
  const isStillHere = useStillHere()
  const hasExpired = session.registerInfo !== null && session.registerInfo.registrationToken === ''

  const handleSubmit = () =>
    submit(async (values) => {
      const result = await auth.checkRegistration(checkRequest(values))
      if (!result.ok) refuse(result.error)
      else if (isStillHere()) openPage('/pages/login/register')
    })
  return (
    <>
      {hasExpired ? <Banner icon="clock" text={t('auth.expired')} /> : null}
      <FormFrame
        step={{
          label: t('auth.step', { step: 1, total: 2 }),
          titles: [t('auth.checkTitle'), t('auth.setTitle')],
          current: 0,
        }}
        title={t('auth.checkTitle')}
        form={form}
        submitLabel={t('auth.next')}
        onSubmit={handleSubmit}
        footer={
          <>
            {contact === undefined ? null : (
              <Text className="block center muted t14" userSelect>
                {t('auth.askForCode', { contact })}
              </Text>
            )}
            <OtherWay
              question={t('auth.noOpeningCode')}
              label={t('auth.tryGuess')}
              onClick={() => openPage(HOME_URL)}
            />
            <OtherWay question={t('auth.haveAccount')} label={t('auth.logIn')} onClick={() => openPage(LOGIN_URL)} />
          </>
        }
      >
        <TextField
          {...field('account')}
          label={t('auth.account')}
          placeholder={t('auth.accountPlaceholder')}
          hint={t('auth.accountHint')}
          autoComplete="username"
          maxLength={64}
        />
        <TextField
          {...field('phone')}
          label={t('auth.phone')}
          placeholder={t('auth.phonePlaceholder')}
          keyboard="tel"
          autoComplete="tel-national"
          maxLength={32}
          before={<CountryField value={form.values.phoneCountry} onChange={field('phoneCountry').onChange} />}
        />
        <TextField
          {...field('openingCode')}
          label={t('auth.openingCode')}
          placeholder={t('auth.openingCodePlaceholder')}
          hint={t('auth.openingCodeHint')}
          maxLength={OPENING_CODE_LENGTH * 2}
        />
      </FormFrame>
    </>
  )
})
