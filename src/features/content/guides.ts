import type { DocumentId } from '../../../contract/content'
import { useParams } from '../../platform/useParams'

/** The guide that the home detail shows if its address names none. */
export const FIRST_GUIDE = 'how-orders-work'

/** The guides that lead to each other, in the order in which a newcomer reads them. */
export const GUIDES = [
  FIRST_GUIDE,
  'how-results-are-checked',
  'fees-and-limits',
  'savings-rules',
  'security-tips',
  'risk-notice',
] as const satisfies readonly DocumentId[]

/** The guide that the address names, or the first one. */
export function useGuideId(): string {
  return useParams().id || FIRST_GUIDE
}
