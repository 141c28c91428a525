import { useEffect } from 'react'
import type { Order } from '../../../../contract/orders'
import { useLate } from '../../../stores/StoresContext'

/** Has this device check the newest closed orders on show; a row says so if one does not hold. For observers. */
export function useVerified(orders: readonly Order[]): void {
  const { proof } = useLate()
  const ids = orders.map(({ id }) => id).join(',')
  useEffect(() => {
    if (ids !== '') void proof.verifyNewest(ids.split(','))
  }, [proof, ids])
}
