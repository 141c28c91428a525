import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import { typedCode } from '../../../contract/typedText'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { Fact } from '../../components/Fact'
import { Icon } from '../../components/Icon'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useCustomerService } from '../../connected/useCustomerService'
import { useT } from '../../i18n'
import { useLate, useStores } from '../../stores/StoresContext'
import { OpenFormContext, useOpenForm } from './openForm'
import { PasskeysCard } from './PasskeysCard'
import { PrivacyCard } from './PrivacyCard'
import './SecurityScreen.scss'
import { SecondFactorSetup } from './SecondFactorSetup'
import { usePasswordForm } from './usePasswordForm'

/** The second sign-in factor, passkeys, and the user's own data: exporting it, and deleting the account. */
export const SecurityScreen = observer(function SecurityScreen() {
  const { security } = useLate()
  const { secondFactor } = security
  // Once it is on, the recovery codes stay until the user says that they are kept.
  const [keeping, setKeeping] = useState(false)
  const [open, setOpen] = useState<string | undefined>(undefined)
  const openForm = useMemo(() => ({ open, setOpen }), [open])
  useEffect(() => {
    void secondFactor.refresh()
  }, [secondFactor])
  return (
    <OpenFormContext.Provider value={openForm}>
      <View className="security stack">
        <Loaded from={secondFactor} loading={<Skeleton shape="block" />}>
          {({ enabled, recoveryCodesLeft }) =>
            enabled && !keeping ? (
              <SecondFactorOn codesLeft={recoveryCodesLeft} />
            ) : (
              <SecondFactorSetup onKeeping={setKeeping} />
            )
          }
        </Loaded>
        <PasskeysCard />
        <PhoneCard />
        <PrivacyCard />
      </View>
    </OpenFormContext.Provider>
  )
})

/** The number that a reset needs, so that a typing error is seen in time; customer service changes it (PRODUCT.md 9.1). */
const PhoneCard = observer(function PhoneCard() {
  const t = useT()
  const { account } = useStores()
  const openService = useCustomerService()
  const phone = account.figures?.phone
  useEffect(() => {
    if (phone === undefined) void account.load()
  }, [account, phone])
  return (
    <Card>
      <Fact label={t('auth.phone')}>
        <Text className="num">{phone ?? '…'}</Text>
      </Fact>
      <Text className="security__text block muted t14">{t('security.phoneText')}</Text>
      <Button tone="secondary" size="medium" onClick={openService}>
        {t('common.customerService')}
      </Button>
    </Card>
  )
})

const SecondFactorOn = observer(function SecondFactorOn({ codesLeft }: { codesLeft: number }) {
  const t = useT()
  const { security, account, ui } = useLate()
  const { isOpen, open } = useOpenForm('factorOff')
  const { fields, sending, submit, refuse } = usePasswordForm(true)
  const handleDisable = () =>
    submit(async ({ password, code }) => {
      const answer = await security.disableSecondFactor({ loginPassword: password, code: typedCode(code) })
      if (!answer.ok) return refuse(answer.error)
      ui.toast(t('common.saved'), 'success')
      void account.load()
    })
  return (
    <Card>
      <View className="security__state line gap-8">
        <Icon name="lock" size={28} />
        <Text className="t16 strong">{t('security.factorOn')}</Text>
      </View>
      <Text className="security__text block muted t14">{t('security.factorOnText', { count: codesLeft })}</Text>
      {isOpen ? (
        <View className="security__form">
          {fields}
          <Button tone="danger" loading={sending} onClick={() => void handleDisable()}>
            {t('security.turnOff')}
          </Button>
        </View>
      ) : (
        <Button tone="secondary" size="medium" onClick={open}>
          {t('security.turnOff')}
        </Button>
      )}
    </Card>
  )
})
