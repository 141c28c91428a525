import { Text } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Banner } from '../components/Banner'
import { ListEnd } from '../components/ListEnd'
import { useT } from '../i18n'
import type { PagedList } from '../stores/PagedList'
import { Loaded } from './Loaded'

export interface PagedItemsProps<T, Filter> {
  list: PagedList<T, Filter>
  /** Where a store keeps the items of the list apart, e.g. with later states of them. */
  items?: readonly T[]
  /** Shown until the first answer. */
  loading: ReactNode
  /** Shown instead of a list without items. */
  empty: ReactNode
  /** Below "No more" (PRODUCT.md 5.1), if there is more to say. */
  endNote?: string | undefined
  onRetry?: () => unknown
  /** Below the way to the next page. */
  below?: ReactNode
  children: (items: readonly T[]) => ReactNode
}

/** A list that comes in pages: its first page or why there is none, the items, and the way to the next page. */
export const PagedItems = observer(function PagedItems<T, Filter>(props: PagedItemsProps<T, Filter>) {
  const { list, loading, empty, children, onRetry } = props
  const t = useT()
  const items = props.items ?? list.items
  return (
    <Loaded from={list} loading={loading} {...(onRetry ? { onRetry } : {})}>
      {() => {
        if (items.length === 0) return empty
        return (
          <>
            {list.refreshFailure === undefined ? null : (
              <Banner
                inset
                text={t('common.stale')}
                actionLabel={t('common.retry')}
                onAction={() => void (onRetry ?? (() => list.refresh()))()}
              />
            )}
            {children(items)}
            <ListEnd
              state={list.more}
              endText={t('common.noMore')}
              moreLabel={t('common.loadMore')}
              failedText={t('common.loadFailed')}
              retryLabel={t('common.retry')}
              onMore={() => void list.loadMore()}
            />
            {props.endNote !== undefined && list.more === 'end' ? (
              <Text className="list-end muted t13">{props.endNote}</Text>
            ) : null}
            {props.below}
          </>
        )
      }}
    </Loaded>
  )
})
