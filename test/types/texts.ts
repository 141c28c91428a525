// Never runs: the type check fails if a line that is expected not to compile does.
import type { FailureCode } from '../../src/domain/loadable'
import type { T } from '../../src/i18n/keys'

declare const t: T
declare const code: FailureCode

export function texts(): string[] {
  return [
    t('common.cancel'),
    t(`errors.${code}`),
    t('savings.leftDeposits', { count: 3 }),
    // @ts-expect-error no such text
    t('common.cancell'),
    // @ts-expect-error no text for such a code
    t(`errors.${code}_again`),
    // @ts-expect-error the text names a value
    t('savings.leftDeposits'),
    // @ts-expect-error the value has another name
    t('savings.leftDeposits', { number: 3 }),
    // @ts-expect-error a count is a number
    t('savings.leftDeposits', { count: '3' }),
    // @ts-expect-error the text names no value
    t('common.cancel', { count: 3 }),
  ]
}
