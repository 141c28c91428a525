/** The mini program itself draws only what is on the screen. */
export const useInView = (_element: unknown): boolean => true
