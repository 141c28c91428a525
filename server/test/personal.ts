/** Data of the users that tests register. No log of the whole run may contain any of it (suiteLog.ts). */
export const LOGIN_PASSWORD = 'correct horse battery'
export const TRADE_PASSWORD = '246802'
export const REAL_NAME = '王小明'
/** Valid by its check character, and nobody's. */
export const ID_NUMBER = '11010519491231002X'
/** Passes Luhn, and nobody's. */
export const CARD_NUMBER = '6222021234567890128'
export const ACCOUNT_ADDRESS = 'Main Street 1'

/** Another person's, valid as well; `person` from 0 to 18,000,000: a thousand are born on each day from 1950 on. */
export function idNumberOf(person: number): string {
  const born = new Date(Date.UTC(1950, 0, 1 + Math.floor(person / 1_000))).toISOString().slice(0, 10)
  const digits = `110105${born.replaceAll('-', '')}${String(person % 1_000).padStart(3, '0')}`
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (2 ** (17 - index) % 11), 0)
  return digits + '10X98765432'[sum % 11]
}
