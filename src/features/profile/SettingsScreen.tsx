import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { useCustomerService } from '../../connected/useCustomerService'
import { useLogOut } from '../../connected/useLogOut'
import { useT } from '../../i18n'
import { useInstall } from '../../platform/install'
import { openPage } from '../../platform/navigation'
import { LOGIN_URL } from '../../routes'
import { forgetLastKnown } from '../../stores/persistence/lastKnown'
import { useLate, useStores } from '../../stores/StoresContext'
import { DisplaySettings } from './DisplaySettings'
import { NotificationSettings } from './NotificationSettings'
import { PushSettings } from './PushSettings'
import { SessionsRow } from './SessionsRow'
import './SettingsScreen.scss'
import { SectionHead } from '../../components/SectionHead'

/** PRODUCT.md 6.4; shown until the server names its version. */
const APP_VERSION = '1.0.0'

/** The settings page: display, security, notifications, information, clearing the cache and logging out. */
export const SettingsScreen = observer(function SettingsScreen() {
  const { session } = useStores()
  const openService = useCustomerService()
  const t = useT()
  return (
    <View className="settings columns">
      <DisplaySettings />
      {session.isLoggedIn ? (
        <>
          <SectionHead>{t('settings.security')}</SectionHead>
          <Card kind="list">
            <SessionsRow />
            <ListRow icon="clock" title={t('title.logins')} onClick={() => openPage('/pages/security/logins')} />
            <ListRow icon="lock" title={t('title.password')} onClick={() => openPage('/pages/password/password')} />
            <ListRow icon="user" title={t('title.security')} onClick={() => openPage('/pages/security/security')} />
            <ListRow icon="lock" title={t('title.lock')} onClick={() => openPage('/pages/lock/lock')} />
            <ListRow icon="hourglass" title={t('title.limits')} onClick={() => openPage('/pages/limits/limits')} />
          </Card>
          <NotificationSettings />
          <PushSettings />
        </>
      ) : null}
      <SectionHead>{t('settings.about')}</SectionHead>
      <Card kind="list">
        <ListRow icon="info" title={t('title.about')} onClick={() => openPage('/pages/aboutUs/aboutUs')} />
        <ListRow icon="document" title={t('title.privacy')} onClick={() => openPage('/pages/yinsi/yinsi')} />
        <ListRow
          icon="document"
          title={t('content.guide.terms')}
          onClick={() => openPage('/pages/index/detail', { id: 'terms' })}
        />
        <ListRow
          icon="warning"
          title={t('content.guide.risk-notice')}
          onClick={() => openPage('/pages/index/detail', { id: 'risk-notice' })}
        />
        <ListRow icon="help" title={t('common.customerService')} onClick={openService} />
        <InstallRow />
        <ListRow
          icon="info"
          title={t('settings.version')}
          value={<Text className="num">{session.appInfo?.version ?? APP_VERSION}</Text>}
        />
      </Card>
      <View className="settings__gap" />
      <Card kind="list">
        <ClearCacheRow />
        {session.isLoggedIn ? (
          <LogOutRow />
        ) : (
          <ListRow icon="user" title={t('auth.logIn')} onClick={() => openPage(LOGIN_URL)} />
        )}
      </Card>
    </View>
  )
})

/** Shown if the browser can put the app on the home screen. */
function InstallRow() {
  const t = useT()
  const install = useInstall()
  if (!install) return null
  return <ListRow icon="download" title={t('settings.install')} onClick={install} />
}

/**
 * "Clear cache" of PRODUCT.md 3.2: what this device keeps for the user goes, and login is needed again. Ids of
 * orders and transfers under way stay, as they prevent sending anything twice.
 */
function useClearCache(): () => void {
  const { favourites, preferences } = useLate()
  const logOut = useLogOut()
  return () => {
    logOut()
    preferences.reset()
    favourites.restore([])
    forgetLastKnown()
  }
}

/** Asks, clears, and then requires login again. */
function ClearCacheRow() {
  const { ui } = useLate()
  const clearCache = useClearCache()
  const t = useT()
  const handleClick = async () => {
    const yes = await ui.confirm({
      title: t('settings.clearTitle'),
      text: t('settings.clearText'),
      confirmLabel: t('settings.clearCache'),
      cancelLabel: t('common.cancel'),
      tone: 'danger',
    })
    if (!yes) return
    clearCache()
    ui.toast(t('common.done'), 'success')
  }
  return <ListRow icon="trash" title={t('settings.clearCache')} arrow={false} onClick={handleClick} />
}

/** PRODUCT.md 3.2: asks, and resets the whole session. */
function LogOutRow() {
  const { ui } = useLate()
  const logOut = useLogOut()
  const t = useT()
  const handleClick = async () => {
    const yes = await ui.confirm({
      title: t('settings.logOutTitle'),
      text: t('settings.logOutText'),
      confirmLabel: t('settings.logOut'),
      cancelLabel: t('common.cancel'),
      tone: 'danger',
    })
    if (yes) logOut()
  }
  return <ListRow icon="logout" tone="danger" title={t('settings.logOut')} arrow={false} onClick={handleClick} />
}
