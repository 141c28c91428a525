import { useT } from '../../i18n'
import type { SavingsDirection } from '../../stores/sending/intents'

/** `?direction=out` of the transfer page is a transfer out; anything else is a deposit (PRODUCT.md 2.1). */
export const directionOf = (parameter: string | undefined): SavingsDirection => (parameter === 'out' ? 'out' : 'in')

/** The title of the transfer page, if it is not the route's own. */
export function useTransferTitle(direction: SavingsDirection): string | undefined {
  const t = useT()
  return direction === 'out' ? t('title.savingsTransferOut') : undefined
}
