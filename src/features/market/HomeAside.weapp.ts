import type { HomeAsideProps } from './HomeAside'

/** A mini program is never wide, and its main package has no room for what it does not show. */
export const HomeAside = (_props: HomeAsideProps): null => null
