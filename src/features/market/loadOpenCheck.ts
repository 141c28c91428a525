/** Verifies and shows results without an account: one file for all pages. */
export const loadOpenCheck = () => import('./openCheck')
