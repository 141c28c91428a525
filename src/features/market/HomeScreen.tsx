import { Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Button } from '../../components/Button'
import { IconButton } from '../../components/IconButton'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { useStores } from '../../stores/StoresContext'
import { HomeHero } from './HomeHero'
import './HomeScreen.scss'
import { ProductList } from './ProductList'
import { ProductsState } from './ProductsState'
import { QuickActions } from './QuickActions'
import { useMarket } from './useMarket'

/** Home: what the user owns, where to go, and the recommended products with live prices. */
export const HomeScreen = observer(function HomeScreen() {
  const t = useT()
  const { market, account, session } = useStores()
  const shown = usePageShown()
  const { recommended } = market
  useMarket(recommended.map((product) => product.symbol))
  useEffect(() => {
    if (shown && session.isLoggedIn) void account.load()
  }, [account, session.isLoggedIn, shown])
  return (
    <>
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
          <Button tone="plain" size="medium" block={false} onClick={() => openPage('/pages/product/product')}>
            {t('home.allProducts')}
          </Button>
        </View>
        <ProductsState>
          <ProductList products={recommended} />
        </ProductsState>
      </View>
    </>
  )
})

const HomeBar = observer(function HomeBar() {
  const t = useT()
  const { session } = useStores()
  return (
    <View className="row home__bar">
      <Text className="home__name" ariaRole="heading" aria-level={1}>
        {session.appInfo?.name ?? 'Fairtick'}
      </Text>
      <View className="home__icons">
        <IconButton icon="help" label={t('home.customerService')} onClick={() => openPage('/pages/aboutUs/aboutUs')} />
        <IconButton icon="bell" label={t('home.messages')} onClick={() => openPage('/pages/message/message')} />
      </View>
    </View>
  )
})
