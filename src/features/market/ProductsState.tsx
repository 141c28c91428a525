import { View } from '@tarojs/components'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Card } from '../../components/Card'
import { Skeleton } from '../../components/Skeleton'
import { Loaded } from '../../connected/Loaded'
import { useT } from '../../i18n'
import { useStores } from '../../stores/StoresContext'

/** The list once it is loaded; until then its outline, or the failure with a button to retry. */
export const ProductsState = observer(function ProductsState({ children }: { children: ReactNode }) {
  const t = useT()
  const { list } = useStores().market
  const loading = (
    <Card kind="list">
      <View aria-busy ariaRole="status" aria-label={t('common.loading')}>
        <Skeleton shape="row" count={5} />
      </View>
    </Card>
  )
  return (
    <Loaded from={list} loading={loading}>
      {() => children}
    </Loaded>
  )
})
