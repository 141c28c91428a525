import { plainDigits, typedText } from './typedText'

/**
 * What an identity document shows, as people type it: one set of pure rules for the form and for the server
 * (PRODUCT.md 13.1).
 */
export interface DocumentAnswers {
  /** ISO 3166. */
  nationality: string
  name: string
  idNumber: string
  /** A Chinese document with a name that 4.2 does not describe, as its user says; staff compare it with the photo. */
  otherName?: boolean | undefined
}

export type DocumentProblem = 'id_number_invalid' | 'name_invalid'

/** Unified ideographs with extension A, the zero, compatibility forms, and the supplementary planes 2 and 3. */
const CHINESE_NAME = /^[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]{2,5}$/u
const CHINESE_ID = /^(?:[0-9]{15}|[0-9]{17}[0-9X])$/

/** Name in China (PRODUCT.md 4.2): 2 to 5 Chinese characters; rare ones outside the basic plane count as one. */
export const isInvalidName = (text: string): boolean => !CHINESE_NAME.test(text)

/** ID number in China (PRODUCT.md 4.3): 15 digits, or 18 digits, or 17 digits followed by X (a capital). */
export const isInvalidIdNumber = (text: string): boolean => !CHINESE_ID.test(text)

/**
 * Letters of any script with their marks, and the punctuation of names: apostrophes, hyphens, dots, commas,
 * "A/L", "@", "S:t", quotes, brackets, middle dots, "=" between the parts of a foreign name in Japan, "3rd", and the
 * signs of Armenian, Hebrew, Thai, Tibetan and Ethiopian names.
 */
const NAME =
  /^['`\u2018\u2019\u201b\u2032]?\p{L}(?:[\p{L}\p{M} '"`\u2018\u2019\u201b-\u201f\u2032\u00ab\u00bb.,:/@()=\u00b7\u2022\u2027\u2219\u22c5\u30fb\u055a\u055b\u05f3\u05f4\u0e2f\u0f0b\u0f0d\u1361-]| (?:2nd|3rd|[4-9]th)(?![\p{L}\d]))*$/iu
const NAME_LETTERS = { min: 2, max: 60 }
/** Between the groups of a number, as it is printed or written; "<" fills it up where machines read it. */
const SEPARATORS = /[\s.,:;/\\|()[\]{}\u3010\u3011+=*<_~#'"`\u2018-\u201f\u2032\u00b7\u2022\u2219\u22c5\u3001\u3002-]/g
/** Letters and digits of any script: UA 123456 in Cyrillic, 12/MAKANA(N)123456 in Burmese. */
const ID_NUMBER = /^(?=.*[0-9])[\p{L}\p{M}0-9]{4,30}$/u

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const CHECK_CHARACTERS = '10X98765432'

/** GB 11643: the last character of an 18-character ID number is computed from the 17 digits before it. */
function hasCheckCharacter(id: string): boolean {
  const sum = WEIGHTS.reduce((total, weight, index) => total + weight * Number(id[index]), 0)
  return id[17] === CHECK_CHARACTERS[sum % 11]
}

/** An ID number as it is kept and compared: in capitals and plain digits, without separators. */
export const compactIdNumber = (text: string): string =>
  plainDigits(typedText(text.replace(/\u2116/g, ' ')))
    .replace(SEPARATORS, '')
    .toUpperCase()

/** The stored form: one space between the words of a name, the number without separators. */
export const tidyDocument = <A extends DocumentAnswers>(answers: A): A => ({
  ...answers,
  name: typedText(answers.name).replace(/ {2,}/g, ' '),
  idNumber: compactIdNumber(answers.idNumber),
})

/** Whether the name is another one than 4.2 describes for China. */
export const isOtherName = ({ nationality, name }: Pick<DocumentAnswers, 'nationality' | 'name'>): boolean =>
  nationality === 'CN' && isInvalidName(name)

function isWrongName({ nationality, name, otherName }: DocumentAnswers): boolean {
  if (nationality === 'CN' && !otherName) return isInvalidName(name)
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  return !NAME.test(name) || letters < NAME_LETTERS.min || letters > NAME_LETTERS.max
}

function isWrongNumber({ nationality, idNumber }: DocumentAnswers): boolean {
  if (nationality !== 'CN') return !ID_NUMBER.test(idNumber)
  return isInvalidIdNumber(idNumber) || (idNumber.length === 18 && !hasCheckCharacter(idNumber))
}

/** The problems with tidied answers. */
export function documentProblems(answers: DocumentAnswers): DocumentProblem[] {
  const problems: DocumentProblem[] = []
  if (isWrongName(answers)) problems.push('name_invalid')
  if (isWrongNumber(answers)) problems.push('id_number_invalid')
  return problems
}
