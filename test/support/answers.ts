/** The error code of an answer; undefined when it is none. */
export const codeOf = (answer: { json(): unknown } | undefined): string | undefined =>
  (answer?.json() as { code?: string } | undefined)?.code
