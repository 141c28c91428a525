import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Card } from '../../components/Card'
import { ListRow } from '../../components/ListRow'
import { useCustomerService } from '../../connected/useCustomerService'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { DocumentScreen } from './DocumentScreen'
import { GuideLinks } from './GuideLinks'

/** About us, with links to privacy, customer service and the guides. */
export const AboutScreen = observer(function AboutScreen() {
  const t = useT()
  const openService = useCustomerService()
  return (
    <DocumentScreen id="about">
      <View className="article-ways">
        <Card kind="list">
          <ListRow icon="help" title={t('common.customerService')} onClick={openService} />
          <ListRow icon="lock" title={t('title.privacy')} onClick={() => openPage('/pages/yinsi/yinsi')} />
        </Card>
      </View>
      <GuideLinks />
    </DocumentScreen>
  )
})
