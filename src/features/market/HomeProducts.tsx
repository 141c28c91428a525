import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { Suspense, useState } from 'react'
import { classNames } from '../../components/classNames'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useWide } from '../../platform/useWide'
import { useFirstStores } from '../../stores/StoresContext'
import './HomeProducts.scss'
import { OtherProducts } from './LateHome'
import { ProductList } from './ProductList'
import { ProductsState } from './ProductsState'

const TABS = ['recommended', 'favourites', 'gainers', 'losers'] as const

/** The products of home by tab. The first tab is there from the first paint on; the others come with the rest of the app. */
export const HomeProducts = observer(function HomeProducts() {
  const t = useT()
  const { market, all } = useFirstStores()
  const [tab, setTab] = useState<(typeof TABS)[number]>('recommended')
  const isWide = useWide('three')
  return (
    <>
      <View className="home-tabs" ariaRole="tablist" aria-label={t('home.products')}>
        {TABS.map((one) => (
          <Button
            key={one}
            className={classNames('home-tabs__one', one === tab && 'home-tabs__one--on')}
            ariaRole="tab"
            aria-selected={one === tab}
            onClick={() => setTab(one)}
          >
            {t(`home.${one}`)}
          </Button>
        ))}
      </View>
      <ProductsState>
        {tab === 'recommended' ? <ProductList products={market.recommended} detailed /> : null}
        {all ? (
          <Suspense fallback={null}>
            {tab === 'recommended' ? null : <OtherProducts tab={tab} />}
            {tab === 'recommended' && isWide ? <OtherProducts tab="rest" /> : null}
          </Suspense>
        ) : null}
      </ProductsState>
      <Button className="home-tabs__all" onClick={() => openPage('/pages/product/product')}>
        <Text>{t('home.allProducts')}</Text>
      </Button>
    </>
  )
})
