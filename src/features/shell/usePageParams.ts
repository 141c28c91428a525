import { useParams } from '../../platform/useParams'

/** The parameters of the current page, for the page to hand on to its screen. */
export const usePageParams: () => Record<string, string> = useParams
