/** Of the users that tests register. No log of the whole run may hold any of it (suiteLog.ts). */
export const LOGIN_PASSWORD = 'correct horse battery'
export const TRADE_PASSWORD = '246802'
export const REAL_NAME = '王小明'
/** Valid by its check character, and nobody's. */
export const ID_NUMBER = '11010519491231002X'
/** Passes Luhn, and nobody's. */
export const CARD_NUMBER = '6222021234567890128'
