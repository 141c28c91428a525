import type { DocumentId } from '../../contract/content'

/** The guides that lead to each other, in the order in which a newcomer reads them. */
export const GUIDES = [
  'how-orders-work',
  'how-results-are-checked',
  'fees-and-limits',
  'savings-rules',
  'security-tips',
  'risk-notice',
] as const satisfies readonly DocumentId[]
