import type { ErrorDetails } from '../../contract/errors'
import { ACCOUNT_LIMIT_UNITS, type AccountLimitKind } from '../../contract/limits'
import { useT } from '../i18n'
import { useFormat } from '../i18n/format'

/** The value of a limit as its kind reads: "100.00", "20", "60 min". */
export function useLimitFormat(): (kind: AccountLimitKind, value: string) => string {
  const t = useT()
  const format = useFormat()
  return (kind, value) =>
    ACCOUNT_LIMIT_UNITS[kind] === 'minutes' ? t('limits.minutes', { count: Number(value) }) : format.number(value)
}

/** Which of the user's own limits refused something, and its value. */
export function useOwnLimitText(): (details: ErrorDetails) => string {
  const t = useT()
  const format = useLimitFormat()
  return ({ ownLimit, limit }) =>
    ownLimit === undefined || limit === undefined
      ? t('errors.account_limit_reached')
      : t('limits.reached', { kind: t(`limits.kind.${ownLimit}`), value: format(ownLimit, limit) })
}
