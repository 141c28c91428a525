import { Button as TaroButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Button } from '../../components/Button'
import { Icon, type IconName } from '../../components/Icon'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { LANGUAGES } from '../../i18n/languages'
import { openPage } from '../../platform/navigation'
import { HOME_URL, LOGIN_URL } from '../../routes'
import { useFirstStores } from '../../stores/StoresContext'
import { Brand } from './Brand'
import './WelcomeScreen.scss'
import { LanguageSheet } from '../../ui/LanguageSheet'

/** PRODUCT.md 1: the three promises. */
const PROMISES: readonly { icon: IconName; key: PlainKey }[] = [
  { icon: 'shield', key: 'auth.promise.check' },
  { icon: 'lock', key: 'auth.promise.fair' },
  { icon: 'savings', key: 'auth.promise.money' },
]

/** The entry: what the product promises, and the ways in. */
export const WelcomeScreen = observer(function WelcomeScreen() {
  const { session } = useFirstStores()
  const t = useT()
  return (
    <View className="welcome">
      <View className="welcome__head">
        <Brand />
        <LanguageSwitch />
      </View>
      <View className="welcome__hero">
        <Text className="welcome__slogan" ariaRole="heading" aria-level={1}>
          {t('auth.slogan')}
        </Text>
        <HeroLine />
      </View>
      <View className="welcome__promises" ariaRole="list">
        {PROMISES.map(({ icon, key }) => (
          <View key={key} className="welcome__promise" ariaRole="listitem">
            <View className="welcome__icon">
              <Icon name={icon} size={22} />
            </View>
            <Text className="welcome__text">{t(key)}</Text>
          </View>
        ))}
      </View>
      <View className="welcome__actions">
        {session.isLoggedIn ? null : (
          <>
            <Button onClick={() => openPage(LOGIN_URL)}>{t('auth.logIn')}</Button>
            <Button tone="secondary" onClick={() => openPage('/pages/login/registerCheck')}>
              {t('auth.createAccount')}
            </Button>
          </>
        )}
        <Button tone={session.isLoggedIn ? 'primary' : 'plain'} onClick={() => openPage(HOME_URL)}>
          {session.isLoggedIn ? t('shell.toHome') : t('auth.lookAround')}
        </Button>
      </View>
    </View>
  )
})

/** A price line with the entry and the exit that decide: what the product is about, in one drawing. */
function HeroLine() {
  return (
    <View className="welcome__line" aria-hidden>
      <View className="welcome__dot welcome__dot--entry" />
      <View className="welcome__dot welcome__dot--exit" />
    </View>
  )
}

const LanguageSwitch = observer(function LanguageSwitch() {
  const { preferences } = useFirstStores()
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
      <LanguageSheet open={open} title={t('auth.language')} onClose={() => setOpen(false)} />
    </>
  )
})
