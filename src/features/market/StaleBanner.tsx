import { observer } from 'mobx-react-lite'
import { Suspense } from 'react'
import { LateBanner } from '../../connected/LateBanner'
import { useT } from '../../i18n'
import { useStores } from '../../stores/StoresContext'

/** Says that the products on the screen could not be refreshed, and offers a retry. */
export const StaleBanner = observer(function StaleBanner() {
  const t = useT()
  const { market, late } = useStores()
  // The banner's file comes with that of the late stores.
  if (!late || !market.list.value || market.list.refreshFailure === undefined) return null
  return (
    <Suspense fallback={null}>
      <LateBanner text={t('common.stale')} actionLabel={t('common.retry')} onAction={() => void market.list.load()} />
    </Suspense>
  )
})
