import { View } from '@tarojs/components'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { DocumentScreen } from './DocumentScreen'

/** The privacy policy, with a link to its summary in plain words. */
export function PrivacyScreen() {
  const t = useT()
  return (
    <DocumentScreen id="privacy">
      <View className="article-ways article-ways--last">
        <Card kind="list">
          <ListRow icon="info" title={t('title.privacyAbout')} onClick={() => openPage('/pages/yinsi/gy')} />
        </Card>
      </View>
    </DocumentScreen>
  )
}

/** The summary of the privacy policy, with a link to it. */
export function PrivacyAboutScreen() {
  const t = useT()
  return (
    <DocumentScreen id="privacy-about">
      <View className="article-ways article-ways--last">
        <Card kind="list">
          <ListRow icon="lock" title={t('title.privacy')} onClick={() => openPage('/pages/yinsi/yinsi')} />
        </Card>
      </View>
    </DocumentScreen>
  )
}
