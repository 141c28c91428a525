import { Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '../../components/Button'
import { Icon } from '../../components/Icon'
import { Brand } from '../../connected/Brand'
import { useT } from '../../i18n'
import { LANGUAGES } from '../../i18n/languages'
import { openPage } from '../../platform/navigation'
import { HAS_TRADING, HOME_URL, LOGIN_URL } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import type { ExampleProps } from './useExample'
import { WelcomeProof } from './WelcomeProof'
import './WelcomeScreen.scss'
import { Later } from '../../connected/Later'
import { LateLanguages } from './LateLanguages'

/** The entry: a result that this device verifies, or what the product promises, and the ways in. */
export const WelcomeScreen = observer(function WelcomeScreen(example: ExampleProps) {
  const { session } = useStores()
  const t = useT()
  return (
    <View className="welcome">
      <View className="welcome__head">
        <Brand />
        <LanguageSwitch />
      </View>
      <Text className="welcome__slogan" ariaRole="heading" aria-level={1}>
        <Text className="block">{t('auth.slogan')}</Text>
        <Text className="block">{t('auth.sloganPrice')}</Text>
        <Text className="block welcome__seal">{t('auth.sloganProof')}</Text>
      </Text>
      <Text className="welcome__sub">{t('auth.sub')}</Text>
      <View className="welcome__proof">
        <WelcomeProof {...example} />
      </View>
      <View className="welcome__actions">
        <Button onClick={() => openPage(HOME_URL)}>
          {session.isLoggedIn || !HAS_TRADING ? t('shell.toHome') : t('auth.tryGuess')}
        </Button>
        {session.isLoggedIn ? null : (
          <View className="welcome__ways">
            <Button tone="plain" onClick={() => openPage('/pages/login/registerCheck')}>
              {t('auth.createAccount')}
            </Button>
            <Button tone="plain" onClick={() => openPage(LOGIN_URL)}>
              {t('auth.logIn')}
            </Button>
          </View>
        )}
      </View>
    </View>
  )
})

const LanguageSwitch = observer(function LanguageSwitch() {
  const { preferences } = useStores()
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <TaroButton
        className="welcome__language"
        aria-label={`${t('auth.language')}: ${LANGUAGES[preferences.locale].name}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Icon name="globe" size={18} />
        <Text>{LANGUAGES[preferences.locale].name}</Text>
      </TaroButton>
      <Later>
        <LateLanguages open={open} title={t('auth.language')} onClose={() => setOpen(false)} />
      </Later>
    </>
  )
})
