import { useEffect } from 'react'
import { Skeleton } from '../../../components/Skeleton'
import { openPage } from '../../../platform/navigation'
import { usePageShown } from '../../../platform/usePageShown'
import { ORDERS_URL } from '../../../routes'

/** PRODUCT.md 2.4: the generic jump helper opens the order tab through this page. */
export function OrderJumpScreen() {
  const shown = usePageShown()
  useEffect(() => {
    if (shown) openPage(ORDERS_URL)
  }, [shown])
  return <Skeleton shape="block" count={3} />
}
