import { useParams } from '../../platform/useParams'

/** The guide that the home detail shows if its address names none. */
export const FIRST_GUIDE = 'how-orders-work'

/** The guide that the address names, or the first one. */
export function useGuideId(): string {
  return useParams().id || FIRST_GUIDE
}
