import { Button, Text, View } from '@tarojs/components'
import { Icon, type IconName } from '../../components/Icon'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { openPage } from '../../platform/navigation'
import type { PageUrl } from '../../routes'
import './QuickActions.scss'

const ACTIONS: readonly { icon: IconName; key: PlainKey; url: PageUrl }[] = [
  { icon: 'deposit', key: 'common.deposit', url: '/pages/deposit/deposit' },
  { icon: 'withdraw', key: 'common.withdraw', url: '/pages/withdraw-money/withdraw-money' },
  { icon: 'savings', key: 'home.savings', url: '/pages/money/money' },
  { icon: 'grid', key: 'home.products', url: '/pages/product/product' },
]

/** The four ways on from home. */
export function QuickActions() {
  const t = useT()
  return (
    <View className="quick-actions">
      {ACTIONS.map(({ icon, key, url }) => (
        <Button key={key} className="quick-actions__one" onClick={() => openPage(url)}>
          <View className="quick-actions__icon">
            <Icon name={icon} />
          </View>
          <Text className="quick-actions__label">{t(key)}</Text>
        </Button>
      ))}
    </View>
  )
}
