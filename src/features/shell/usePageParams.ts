import { useParams } from '../../platform/useParams'

/** The parameters of the page at hand, for the page to hand on to its screen. */
export const usePageParams: () => Record<string, string> = useParams
