/** Checks of built scripts against browsers; it ships no types. */
declare module 'es-check' {
  export function runChecks(
    configs: {
      ecmaVersion: string
      checkBrowser: boolean
      browserslistQuery: string
      files: string[]
      checkFeatures: boolean
      cache: boolean
    }[],
  ): { errors: { file: string; err: { message: string; features?: string[] } }[] }
}
