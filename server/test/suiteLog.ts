import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { createLog, type Log } from '../src/shared/log'
import { CARD_NUMBER, ID_NUMBER, LOGIN_PASSWORD, REAL_NAME, TRADE_PASSWORD } from './personal'

const FOLDER_VARIABLE = 'FAIRTICK_TEST_LOGS'

/** Makes the folder that the logs of this run go to; worker processes find it in the environment. */
export function beginSuiteLogs() {
  process.env[FOLDER_VARIABLE] = mkdtempSync(join(tmpdir(), 'fairtick-test-logs-'))
}

let log: Log | undefined

/** The log of the servers that tests of this process start: everything, even what only a developer would switch on. */
export function suiteLog(): Log {
  const folder = process.env[FOLDER_VARIABLE]
  log ??= folder
    ? createLog('trace', pino.destination({ dest: join(folder, `${process.pid}.log`), sync: true }))
    : createLog('silent')
  return log
}

/** Values that no line of any log may contain. Digits count only on their own, not inside an id. */
const PERSONAL: [string, RegExp][] = [
  ['a login password', new RegExp(LOGIN_PASSWORD)],
  ['a trade password', new RegExp(`(?<![0-9a-f.-])${TRADE_PASSWORD}(?![0-9a-f-])`)],
  ['a phone number', /(?<![0-9a-f.-])(?:\+86)?1[345789]\d{9}(?![0-9a-f-])/],
  ['a real name', new RegExp(REAL_NAME)],
  ['an ID number', new RegExp(ID_NUMBER)],
  ['a card number', new RegExp(CARD_NUMBER)],
  ['a token', /Bearer [\w-]{43}|"token":"(?!\[redacted)/],
  ['a secret of the second factor', /otpauth:\/\//],
  ['a hash of a password', /argon2id\$/],
  ['a photo', /JFIF|data:image|\/9j\/4AAQ/],
  ['a sealed value', /v1\.[0-9a-f]{8}\.[\w-]{20}/],
]

/** Reads the logs of the whole run and deletes them; returns what they should not have held, with the line. */
export function endSuiteLogs(): string[] {
  const folder = process.env[FOLDER_VARIABLE]
  if (!folder) return []
  const findings = new Set<string>()
  for (const name of readdirSync(folder)) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      for (const [what, pattern] of PERSONAL) {
        if (findings.size < 5 && pattern.test(line)) findings.add(`${what}: ${line.slice(0, 400)}`)
      }
    }
  }
  rmSync(folder, { recursive: true, force: true })
  return [...findings]
}
