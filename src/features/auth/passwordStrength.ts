/** 0 is nothing typed; 1 is refused or easy to guess; 4 is strong. */
export type Strength = 0 | 1 | 2 | 3 | 4

/** PRODUCT.md 9.2: a login password has 8 to 64 characters. */
export const LOGIN_PASSWORD_MIN = 8
export const LOGIN_PASSWORD_MAX = 64

/** Rows of keys, digits and the alphabet in order: common in passwords, so attackers try them first. */
const WALKS = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const WORDS = ['password', 'passwort', 'letmein', 'welcome', 'iloveyou', 'dragon', 'admin', 'woaini', 'fairtick']
const SETS = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/]

/** Counts characters as people do: a rare ideograph or an emoji is one. */
export const lengthOf = (text: string): number => Array.from(text.normalize('NFKC')).length

/** Counts characters that are hard to predict: repeats, keyboard walks and well-known words hardly count. */
function surprise(text: string): number {
  const lower = text.toLowerCase()
  let known = WORDS.reduce((rest, word) => rest.split(word).join('\u0000'), lower)
  for (const walk of WALKS)
    for (const line of [walk, Array.from(walk).reverse().join('')]) known = cutWalks(known, line)
  return new Set(known).size + Math.min(4, Math.floor(lengthOf(known) / 4))
}

const WALK_LENGTH = 4

function cutWalks(text: string, line: string): string {
  let rest = text
  for (let at = 0; at + WALK_LENGTH <= line.length; at += 1) {
    rest = rest.split(line.slice(at, at + WALK_LENGTH)).join('\u0000')
  }
  return rest
}

/** A hint during typing. The server decides, and also refuses the most common passwords. */
export function passwordStrength(text: string): Strength {
  const length = lengthOf(text)
  if (length === 0) return 0
  if (length < LOGIN_PASSWORD_MIN || length > LOGIN_PASSWORD_MAX) return 1
  const sets = SETS.filter((set) => set.test(text)).length
  const score = surprise(text) + sets
  if (score < 9) return 1
  if (score < 12) return 2
  return score < 15 ? 3 : 4
}
