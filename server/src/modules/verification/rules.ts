import { type DocumentAnswers, type DocumentProblem, documentProblems } from '../../../../contract/identityDocument'
import { isCountry } from '../../shared/countries'

export type Answers = Omit<DocumentAnswers, 'otherName'>

export type AnswersProblem = DocumentProblem | 'country_blocked' | 'nationality_invalid'

/** The problem with tidied answers, or undefined (PRODUCT.md 13.1). */
export function findProblem(answers: DocumentAnswers, blockedCountries: readonly string[]): AnswersProblem | undefined {
  if (!isCountry(answers.nationality)) return 'nationality_invalid'
  if (blockedCountries.includes(answers.nationality)) return 'country_blocked'
  return documentProblems(answers)[0]
}

/** The first character and stars: enough for the owner to recognize it. */
export const maskName = (name: string) => {
  const [first = '', ...rest] = [...name]
  return first + '*'.repeat(Math.min(rest.length, 10))
}

/** The first two and the last two characters. */
export const maskIdNumber = (id: string) => `${id.slice(0, 2)}${'*'.repeat(Math.max(0, id.length - 4))}${id.slice(-2)}`
