/** A browser does not draw what is hidden. The twin is `restHidden.weapp.ts`. */
export const useRestWhileHidden = (): undefined => undefined
