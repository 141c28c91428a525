import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Card } from '../../components/Card'
import { Chip } from '../../components/Chip'
import { EmptyState } from '../../components/EmptyState'
import { Icon } from '../../components/Icon'
import { IconButton } from '../../components/IconButton'
import { TextField } from '../../components/TextField'
import { FilterChip } from '../../connected/FilterChip'
import { useT } from '../../i18n'
import { labelled } from '../../i18n/sentences'
import { useLate } from '../../stores/StoresContext'
import './ProductsScreen.scss'
import { ProductsState } from './ProductsState'
import { filterProducts, GROUPS, ORDERS, type ProductFilter, type ProductOrder } from './productFilter'
import { SeenRow } from './SeenRow'
import { StaleBanner } from './StaleBanner'
import { useMarket } from './useMarket'

const START: ProductFilter = { query: '', group: 'all', sort: undefined }

/** All products: search by name, categories, favourites, order. */
export const ProductsScreen = observer(function ProductsScreen() {
  const t = useT()
  const { market, favourites } = useLate()
  const [filter, setFilter] = useState(START)
  const products = filterProducts(market.all, filter, (symbol) => favourites.has(symbol))
  useMarket()
  return (
    <>
      <StaleBanner />
      <View className="pad products">
        <TextField
          label={t('market.search')}
          hideLabel
          keyboard="search"
          placeholder={t('market.search')}
          before={<Icon name="search" size={18} className="muted" />}
          value={filter.query}
          maxLength={64}
          onChange={(query) => setFilter({ ...filter, query })}
          after={
            filter.query === '' ? undefined : (
              <IconButton
                icon="close"
                size={18}
                label={t('market.clear')}
                onClick={() => setFilter({ ...filter, query: '' })}
              />
            )
          }
        />
        <View className="products__groups" ariaRole="group" aria-label={t('market.categories')}>
          <FilterChip<ProductOrder>
            title={t('market.sort.label')}
            allLabel={labelled(t('market.sort.label'), t('market.sort.default'))}
            choices={ORDERS.map((sort) => ({ value: sort, label: t(`market.sort.${sort}`) }))}
            value={filter.sort}
            onChange={(sort) => setFilter({ ...filter, sort })}
          />
          {GROUPS.map((group) => (
            <Chip key={group} selected={group === filter.group} onClick={() => setFilter({ ...filter, group })}>
              {t(`market.category.${group}`)}
            </Chip>
          ))}
        </View>
        <View className="products__list">
          <ProductsState>
            {products.length > 0 ? (
              <Card kind="list">
                {products.map((product) => (
                  <SeenRow key={product.symbol} product={product} />
                ))}
              </Card>
            ) : (
              <NoProducts filter={filter} onReset={() => setFilter(START)} />
            )}
          </ProductsState>
        </View>
      </View>
    </>
  )
})

function NoProducts({ filter, onReset }: { filter: ProductFilter; onReset: () => void }) {
  const t = useT()
  const isFavourites = filter.group === 'favourites' && filter.query === ''
  return (
    <EmptyState
      icon={isFavourites ? 'star' : 'search'}
      title={t(isFavourites ? 'market.noFavourites' : 'market.noMatch')}
      text={t(isFavourites ? 'market.noFavouritesText' : 'market.noMatchText')}
      actionLabel={t('common.showAll')}
      onAction={onReset}
    />
  )
}
