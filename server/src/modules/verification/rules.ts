// Its codes alone: the package's main file also holds the names of all countries in 80 languages.
import { isValid as isCountry } from 'i18n-iso-countries/index'

/**
 * PRODUCT.md 4.2: 2 to 5 Chinese characters. The same ranges as the client's check: unified ideographs with
 * extension A, the zero, compatibility forms, and the supplementary planes 2 and 3.
 */
const CHINESE_NAME = /^[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]{2,5}$/u
/** PRODUCT.md 4.3: 15 digits, or 18 digits, or 17 digits followed by X. */
const CHINESE_ID = /^(?:[0-9]{15}|[0-9]{17}[0-9X])$/
/** PRODUCT.md 13.1: 2 to 60 letters of any script, with the marks that names contain. */
const OTHER_NAME = /^\p{L}[\p{L}\p{M} '’.-]*$/u
const OTHER_NAME_LENGTH = { min: 2, max: 60 }
const OTHER_ID = /^[A-Za-z0-9_]{4,30}$/

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/** GB 11643: the last character of an 18-character ID number is computed from the 17 digits before it. */
function hasCheckCharacter(id: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(id[index]), 0)
  return id[17] === CHECK_CHARACTERS[sum % 11]
}

function isInvalidName(nationality: string, name: string): boolean {
  if (nationality === 'CN') return !CHINESE_NAME.test(name)
  const length = [...name].length
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  return (
    !OTHER_NAME.test(name) ||
    letters < OTHER_NAME_LENGTH.min ||
    length < OTHER_NAME_LENGTH.min ||
    length > OTHER_NAME_LENGTH.max
  )
}

function isInvalidIdNumber(nationality: string, id: string): boolean {
  if (nationality !== 'CN') return !OTHER_ID.test(id)
  return !CHINESE_ID.test(id) || (id.length === 18 && !hasCheckCharacter(id))
}

export interface Answers {
  name: string
  nationality: string
  idNumber: string
}

/** The stored form: trimmed, one space between words, in composed characters; a final x is upper case. */
export function tidyAnswers({ name, nationality, idNumber }: Answers): Answers {
  const id = idNumber.trim()
  return {
    name: name.normalize('NFC').trim().replace(/ {2,}/g, ' '),
    nationality,
    idNumber: nationality === 'CN' ? id.toUpperCase() : id,
  }
}

export type AnswersProblem = 'country_blocked' | 'id_number_invalid' | 'name_invalid' | 'nationality_invalid'

/** The problem with tidied answers, or undefined (PRODUCT.md 13.1). */
export function findProblem(answers: Answers, blockedCountries: readonly string[]): AnswersProblem | undefined {
  const { name, nationality, idNumber } = answers
  if (!isCountry(nationality)) return 'nationality_invalid'
  if (blockedCountries.includes(nationality)) return 'country_blocked'
  if (isInvalidName(nationality, name)) return 'name_invalid'
  if (isInvalidIdNumber(nationality, idNumber)) return 'id_number_invalid'
  return undefined
}

/** The first character and stars: enough for the owner to recognize it. */
export const maskName = (name: string) => {
  const [first = '', ...rest] = [...name]
  return first + '*'.repeat(Math.min(rest.length, 10))
}

/** The first two and the last two characters. */
export const maskIdNumber = (id: string) => `${id.slice(0, 2)}${'*'.repeat(Math.max(0, id.length - 4))}${id.slice(-2)}`
