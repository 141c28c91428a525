/** A browser keeps no files for a page. The twin is `ownFiles.weapp.ts`. */
export const forgetFiles = (): void => undefined
