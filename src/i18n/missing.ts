/** A fault of ours. It fails the test or the page that a developer looks at; a user sees the rest of the text. */
export function missing(what: string): string {
  if (process.env.NODE_ENV !== 'production') throw new Error(what)
  return ''
}

export const lacksText = (key: string): string => missing(`${key} has no text`)
export const lacksValue = (text: string, name: string): string => missing(`"${text}" is given no ${name}`)
