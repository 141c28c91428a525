import type { ReceiptProblem } from '../../../proof/problems'

/** The five checks as a person reads them, in this order: what a receipt has to show. */
export const STEPS = ['agreed', 'first', 'complete', 'last', 'rule'] as const
export type Step = (typeof STEPS)[number]

/** The step that a problem speaks against. What is not named here is about the log and its prices. */
export function stepOf(problem: ReceiptProblem): Step {
  switch (problem.kind) {
    case 'ask':
    case 'asked_time':
    case 'acceptance':
    case 'accepted_early':
    case 'logged_before':
    case 'terms_changed':
    case 'other_order':
      return 'agreed'
    case 'begins_late':
      return 'first'
    case 'ends_early':
    case 'closed_early':
      return 'last'
    case 'settlement':
    case 'result_place':
    case 'closed_order':
    case 'other_result':
      return 'rule'
    case 'field':
      return problem.field.startsWith('entry') ? 'first' : /^ex(it|pires)/.test(problem.field) ? 'last' : 'rule'
    default:
      return 'complete'
  }
}
