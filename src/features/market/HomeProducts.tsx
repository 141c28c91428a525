import { Button, Text, View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { classNames } from '../../components/classNames'
import { Later } from '../../connected/Later'
import { useT } from '../../i18n'
import { openPage } from '../../platform/navigation'
import { useStores } from '../../stores/StoresContext'
import './HomeProducts.scss'
import { OtherProducts, TableHead, TableRow } from './laterParts'
import { ProductList } from './ProductList'
import { ProductsState } from './ProductsState'

const TABS = {
  recommended: 'home.recommended',
  favourites: 'home.favourites',
  gainers: 'home.gainers',
  losers: 'home.losers',
} as const
const TAB_NAMES = Object.keys(TABS) as (keyof typeof TABS)[]

/** The products of home by tab. The first tab is there from the first paint on; the others come with the rest of the app. */
export const HomeProducts = observer(function HomeProducts() {
  const t = useT()
  const { market } = useStores()
  const [tab, setTab] = useState<keyof typeof TABS>('recommended')
  return (
    <>
      <View className="home-tabs swipe" ariaRole="tablist" aria-label={t('home.products')}>
        {TAB_NAMES.map((one) => (
          <Button
            key={one}
            className={classNames('home-tabs__one', one === tab && 'home-tabs__one--on')}
            ariaRole="tab"
            aria-selected={one === tab}
            onClick={() => setTab(one)}
          >
            {t(TABS[one])}
          </Button>
        ))}
      </View>
      <View className="home-table">
        <ProductsState>
          {tab === 'recommended' ? (
            <ProductList
              products={market.recommended}
              beside={(product) => (
                <Later>
                  <TableRow product={product} />
                </Later>
              )}
            />
          ) : null}
          <Later>
            <OtherProducts tab={tab} />
          </Later>
        </ProductsState>
        <Later>
          <TableHead />
        </Later>
        <Button className="home-tabs__all" onClick={() => openPage('/pages/product/product')}>
          <Text>{t('home.allProducts')}</Text>
        </Button>
      </View>
    </>
  )
})
