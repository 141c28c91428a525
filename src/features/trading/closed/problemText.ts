import type { HistoryProblem } from '../../../domain/proof/heads'
import type { ReceiptProblem } from '../../../domain/proof/receipt'
import type { T } from '../../../i18n/keys'

const historyText = (problem: HistoryProblem, t: T): string =>
  problem.kind === 'prices_rewritten'
    ? t('orders.proof.history.prices_rewritten', { symbol: problem.symbol })
    : t(`orders.proof.history.${problem.kind}`)

/** What does not hold, in the user's words. */
export function problemText(problem: ReceiptProblem, t: T): string {
  switch (problem.kind) {
    case 'history':
      return historyText(problem.problem, t)
    case 'tick_missing':
    case 'tick_order':
    case 'source':
    case 'source_time':
    case 'other_prices':
      return t(`orders.proof.problem.${problem.kind}`, { sequence: problem.sequence })
    case 'field':
    case 'other_order':
    case 'terms_changed':
      return t(`orders.proof.problem.${problem.kind}`, { field: t(`orders.proof.field.${problem.field}`) })
    default:
      return t(`orders.proof.problem.${problem.kind}`)
  }
}

export { historyText }
