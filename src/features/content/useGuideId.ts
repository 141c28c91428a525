import { useParams } from '../../platform/useParams'
import { FIRST_GUIDE } from './guides'

/** The guide that the address names, or the first one. */
export function useGuideId(): string {
  return useParams().id || FIRST_GUIDE
}
