import type { AccountLimitKind } from '../../../contract/limits'
import { useT } from '../../i18n'
import { useFormat } from '../../i18n/format'
import { unitOf } from './limitForm'

/** The value of a limit as its kind reads: "100.00", "20", "60 min". */
export function useLimitFormat(): (kind: AccountLimitKind, value: string) => string {
  const t = useT()
  const format = useFormat()
  return (kind, value) =>
    unitOf(kind) === 'minutes' ? t('limits.minutes', { count: Number(value) }) : format.number(value)
}
