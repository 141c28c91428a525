/** What verifies and shows results without an account: one file, whichever page asks for it first. */
export const loadOpenCheck = () => import('./openCheck')
