import type { HistoryProblem } from '../../../../proof/heads'
import type { ReceiptProblem, ShownResult } from '../../../../proof/problems'
import type { T } from '../../../i18n/keys'
import type { Format } from '../../../i18n/numbers'

const historyText = (problem: HistoryProblem, t: T): string =>
  problem.kind === 'prices_rewritten'
    ? t('orders.proof.history.prices_rewritten', { symbol: problem.symbol })
    : t(`orders.proof.history.${problem.kind}`)

/** "Won +75.00 (7K3Q-9X2T-AB4C)" */
const resultText = ({ status, profitLoss, code }: ShownResult, t: T, format: Format): string =>
  `${t(`orders.status.${status}`)} ${format.signed(profitLoss)} (${code})`

/** The problem, in the user's words. */
export function problemText(problem: ReceiptProblem, t: T, format: Format): string {
  switch (problem.kind) {
    case 'format':
      return t(`orders.proof.problem.${problem.newer ? 'format_newer' : 'format'}`)
    case 'history':
      return historyText(problem.problem, t)
    case 'tick_missing':
    case 'tick_order':
    case 'dated_back':
    case 'source':
    case 'source_time':
    case 'source_order':
    case 'other_prices':
      return t(`orders.proof.problem.${problem.kind}`, { sequence: problem.sequence })
    case 'field':
    case 'other_order':
    case 'terms_changed':
      return t(`orders.proof.problem.${problem.kind}`, { field: t(`orders.proof.field.${problem.field}`) })
    case 'other_result': {
      const [before, now] = [problem.before, problem.now].map((result) => resultText(result, t, format))
      return t('orders.proof.problem.other_result', { before: before ?? '', now: now ?? '' })
    }
    default:
      return t(`orders.proof.problem.${problem.kind}`)
  }
}

export { historyText }
