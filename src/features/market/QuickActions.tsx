import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Icon, type IconName } from '../../components/Icon'
import { useT } from '../../i18n'
import type { PlainKey } from '../../i18n/keys'
import { openPage } from '../../platform/navigation'
import { isOffered, type PageUrl } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import './QuickActions.scss'

interface Action {
  icon: IconName
  key: PlainKey
  url: PageUrl
}

const ACTIONS: readonly Action[] = [
  { icon: 'deposit', key: 'common.deposit', url: '/pages/deposit/deposit' },
  { icon: 'withdraw', key: 'common.withdraw', url: '/pages/withdraw-money/withdraw-money' },
  { icon: 'savings', key: 'home.savings', url: '/pages/money/money' },
]
/** Each of a visitor's leads to a page that needs no login. */
const VISITOR_ACTIONS: readonly Action[] = [
  { icon: 'grid', key: 'home.products', url: '/pages/product/product' },
  { icon: 'shield', key: 'title.check', url: '/pages/check/check' },
  { icon: 'savings', key: 'home.savings', url: '/pages/money/detail' },
  { icon: 'info', key: 'title.about', url: '/pages/aboutUs/aboutUs' },
]
const RESULTS: Action = { icon: 'results', key: 'title.results', url: '/pages/results/results' }
/** In a build without trading, which has no results. */
const PRODUCTS: Action = { icon: 'grid', key: 'home.products', url: '/pages/product/product' }

/** The ways on from home. */
export const QuickActions = observer(function QuickActions() {
  const t = useT()
  const { session } = useStores()
  const actions = session.isLoggedIn ? [...ACTIONS, isOffered(RESULTS.url) ? RESULTS : PRODUCTS] : VISITOR_ACTIONS
  return (
    <View className="quick-actions">
      {actions
        .filter(({ url }) => isOffered(url))
        .map(({ icon, key, url }) => (
          <Button key={key} className="quick-actions__one" onClick={() => openPage(url)}>
            <View className="quick-actions__icon">
              <Icon name={icon} />
            </View>
            <Text className="quick-actions__label t13">{t(key)}</Text>
          </Button>
        ))}
    </View>
  )
})
