import { Button as PlatformButton, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Button } from '../../components/Button'
import { Sheet } from '../../components/Sheet'
import { serviceLink } from '../../connected/useCustomerService'
import { useOpenLink } from '../../connected/useOpenLink'
import { useT } from '../../i18n'
import { HAS_PLATFORM_SERVICE } from '../../platform/customerService'
import { useStores } from '../../stores/StoresContext'

/** How to reach customer service if its link cannot open: WeChat's own chat, the link, or a hint. */
export const ServiceSheet = observer(function ServiceSheet() {
  const t = useT()
  const { session, ui } = useStores()
  const link = serviceLink(session)
  const openLink = useOpenLink()
  const close = () => ui.showService(false)
  const handleLink = () => {
    if (link !== undefined) openLink(link)
    close()
  }
  return (
    <Sheet open={ui.serviceShown} onClose={close} title={t('common.customerService')} closeLabel={t('common.close')}>
      <Text className="screen__service">{t(link ? 'service.withLink' : 'profile.customerServiceText')}</Text>
      <View className="stack">
        {HAS_PLATFORM_SERVICE ? (
          <PlatformButton className="button button--primary button--large button--block" openType="contact">
            {t('service.chat')}
          </PlatformButton>
        ) : null}
        {link ? (
          <Button tone="secondary" onClick={handleLink}>
            {t('service.link')}
          </Button>
        ) : null}
      </View>
    </Sheet>
  )
})
