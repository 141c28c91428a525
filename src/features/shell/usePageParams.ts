import { useParams } from '../../platform/useParams'

/** The parameters of the current page, which the page passes to its screen. */
export const usePageParams: () => Record<string, string> = useParams
