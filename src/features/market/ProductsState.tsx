import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Card } from '../../components/Card'
import { EmptyState } from '../../components/EmptyState'
import { Skeleton } from '../../components/Skeleton'
import { useT } from '../../i18n'
import { useStores } from '../../stores/StoresContext'

/** The list once it is there; before that its outline, or why it could not be loaded and how to try again. */
export const ProductsState = observer(function ProductsState({ children }: { children: ReactNode }) {
  const t = useT()
  const { market } = useStores()
  const { list } = market
  if (list.kind === 'failed') {
    return (
      <EmptyState
        icon="offline"
        title={t('common.loadFailed')}
        text={t(`errors.${list.code}`)}
        actionLabel={t('common.retry')}
        onAction={() => void market.loadProducts()}
      />
    )
  }
  if (list.kind === 'ready') return <>{children}</>
  return (
    <Card kind="list">
      <View aria-busy aria-label={t('common.loading')}>
        <Skeleton shape="row" count={5} />
      </View>
    </Card>
  )
})
