import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '../../components/Button'
import { Card } from '../../components/Card'
import { IconButton } from '../../components/IconButton'
import { ListRow } from '../../components/ListRow'
import { PullToRefresh } from '../../components/PullToRefresh'
import { badgeText } from '../../domain/labels'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { useFirstStores } from '../../stores/StoresContext'
import { useCustomerService } from '../../ui/useCustomerService'
import { HomeHero } from './HomeHero'
import './HomeScreen.scss'
import { ProductList } from './ProductList'
import { ProductsState } from './ProductsState'
import { QuickActions } from './QuickActions'
import { StaleBanner } from './StaleBanner'
import { useMarket } from './useMarket'

/** Home: what the user owns, where to go, and the recommended products with live prices. */
export const HomeScreen = observer(function HomeScreen() {
  const t = useT()
  const { market, account, session } = useFirstStores()
  const shown = usePageShown()
  const { recommended } = market
  useMarket(recommended.map((product) => product.symbol))
  useEffect(() => {
    if (shown && session.isLoggedIn) void account.load()
  }, [account, session.isLoggedIn, shown])
  const handleRefresh = () => Promise.all([market.list.load(), session.isLoggedIn ? account.load() : undefined])
  return (
    <PullToRefresh onRefresh={handleRefresh} refreshingText={t('common.loading')}>
      <StaleBanner />
      <View className="home">
        <View className="home__head pad">
          <HomeBar />
          <HomeHero />
          <QuickActions />
        </View>
        <View className="pad home__list">
          <View className="row home__title">
            <Text className="t16 strong" ariaRole="heading" aria-level={2}>
              {t('home.recommended')}
            </Text>
            <Button
              className="home__all"
              tone="plain"
              size="medium"
              block={false}
              onClick={() => openPage('/pages/product/product')}
            >
              {t('home.allProducts')}
            </Button>
          </View>
          <ProductsState>
            <ProductList products={recommended} detailed />
          </ProductsState>
          <GuideRow />
        </View>
      </View>
    </PullToRefresh>
  )
})

/** The home detail page of PRODUCT.md 2.1: how it all works, for users who want to know before they trade. */
function GuideRow() {
  const t = useT()
  return (
    <Card kind="list" className="home__guide">
      <ListRow
        icon="document"
        title={t('home.guide')}
        note={t('home.guideNote')}
        onClick={() => openPage('/pages/index/detail')}
      />
    </Card>
  )
}

const HomeBar = observer(function HomeBar() {
  const t = useT()
  const stores = useFirstStores()
  const { session } = stores
  const openService = useCustomerService()
  const unread = session.isLoggedIn ? (stores.all?.messages.unread ?? 0) : 0
  const title = t('home.messages')
  return (
    <View className="row home__bar">
      <Text className="home__name" ariaRole="heading" aria-level={1}>
        {session.appInfo?.name ?? 'Fairtick'}
      </Text>
      <View className="home__icons">
        <IconButton icon="help" label={t('common.customerService')} onClick={openService} />
        <IconButton
          icon="bell"
          label={unread > 0 ? `${title}, ${t('message.new', { count: unread })}` : title}
          badge={badgeText(unread)}
          onClick={() => openPage('/pages/message/message')}
        />
      </View>
    </View>
  )
})
