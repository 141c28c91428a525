import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect } from 'react'
import { IconButton } from '../../components/IconButton'
import { PullToRefresh } from '../../components/PullToRefresh'
import { Brand } from '../../connected/Brand'
import { Later } from '../../connected/Later'
import { useCustomerService } from '../../connected/useCustomerService'
import { badgeText } from '../../domain/labels'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { usePageShown } from '../../platform/usePageShown'
import { HAS_TRADING } from '../../routes'
import { useStores } from '../../stores/StoresContext'
import { HomeHero } from './HomeHero'
import { HomeProducts } from './HomeProducts'
import './HomeScreen.scss'
import { FirstSteps, HomeAside, HomeGuide, StaleBanner } from './laterParts'
import { QuickActions } from './QuickActions'
import { useMarket } from './useMarket'

export interface HomeScreenProps {
  /** The user's orders under way; it comes with the rest of the app. */
  running: ReactNode
  /** The user's results in short; it comes as late, in a wide window. */
  results: ReactNode
}

/** Home: what the user owns, what runs now, where to go, and products with live prices. */
export const HomeScreen = observer(function HomeScreen({ running, results }: HomeScreenProps) {
  const t = useT()
  const { market, account, session } = useStores()
  const shown = usePageShown()
  useMarket()
  useEffect(() => {
    if (shown && session.isLoggedIn) void account.loadForPage()
  }, [account, session.isLoggedIn, shown])
  const handleRefresh = () => Promise.all([market.list.load(), session.isLoggedIn ? account.load() : undefined])
  return (
    <PullToRefresh onRefresh={handleRefresh} refreshingText={t('common.loading')}>
      <Later>
        <StaleBanner />
      </Later>
      <View className="home">
        <View className="home__head pad">
          <HomeBar />
          <HomeHero />
          <QuickActions />
          <Later>
            <HomeAside>{results}</HomeAside>
          </Later>
        </View>
        <View className="pad home__list">
          {session.isLoggedIn && HAS_TRADING ? <HomeRooms running={running} /> : null}
          <HomeProducts />
          {HAS_TRADING ? (
            <Later>
              <HomeGuide />
            </Later>
          ) : null}
        </View>
      </View>
    </PullToRefresh>
  )
})

/** Orders under way and first steps of a user who has any. The room for them is there before they are. */
const HomeRooms = observer(function HomeRooms({ running }: Pick<HomeScreenProps, 'running'>) {
  const stores = useStores()
  const { figures, kept } = stores.account
  const runs =
    stores.isComplete() && stores.orders.positionsLoaded.value ? stores.orders.positions.length > 0 : kept.running
  // After the first order they are in the personal centre only: home begins with what runs.
  const steps = stores.isComplete() && figures ? !figures.hasTraded && stores.firstSteps.open.length > 0 : kept.steps
  return (
    <>
      {runs ? (
        <View className="home__room home__room--running">
          <Later>{running}</Later>
        </View>
      ) : null}
      {steps ? (
        <View className="home__room home__room--steps">
          <Later>
            <FirstSteps />
          </Later>
        </View>
      ) : null}
    </>
  )
})

const HomeBar = observer(function HomeBar() {
  const t = useT()
  const stores = useStores()
  const { session } = stores
  const openService = useCustomerService()
  const unread = session.isLoggedIn && stores.isComplete() ? stores.messages.unread : 0
  const title = t('home.messages')
  return (
    <View className="row home__bar">
      <View ariaRole="heading" aria-level={1}>
        <Brand />
      </View>
      <View className="home__icons">
        <IconButton icon="search" label={t('market.search')} onClick={() => openPage('/pages/product/product')} />
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
