/** WeChat shows a mini program as a phone everywhere. The twin is `useWide.ts`. */
export const useWide = (_columns: string): boolean => false
