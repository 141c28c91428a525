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
const RESULTS: Action = { icon: 'results', key: 'title.results', url: '/pages/results/results' }
/** For visitors, who have no results, and in a build without trading. */
const PRODUCTS: Action = { icon: 'grid', key: 'home.products', url: '/pages/product/product' }

/** The ways on from home. */
export const QuickActions = observer(function QuickActions() {
  const t = useT()
  const { session } = useStores()
  const fourth = session.isLoggedIn && isOffered(RESULTS.url) ? RESULTS : PRODUCTS
  return (
    <View className="quick-actions">
      {[...ACTIONS.filter(({ url }) => isOffered(url)), fourth].map(({ icon, key, url }) => (
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
