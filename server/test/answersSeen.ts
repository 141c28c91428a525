import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDPOINTS } from '../../contract/endpoints'
import { ERROR_CODES } from '../../contract/errors'

const FOLDER_VARIABLE = 'FAIRTICK_TEST_ANSWERS'

/** Makes the folder in which the processes of this run note what was really answered. */
export function beginAnswersSeen() {
  process.env[FOLDER_VARIABLE] = mkdtempSync(join(tmpdir(), 'fairtick-test-answers-'))
}

const noted = new Set<string>()

/** Notes an endpoint that answered with success, or an error code that was answered; once a process. */
export function noteAnswer(kind: 'endpoint' | 'code', name: string) {
  const line = `${kind} ${name}`
  const folder = process.env[FOLDER_VARIABLE]
  if (folder === undefined || noted.has(line)) return
  noted.add(line)
  appendFileSync(join(folder, `${process.pid}.txt`), `${line}\n`)
}

/** Reads and deletes the notes of the whole run; returns which endpoints and codes of the contract nobody has seen. */
export function endAnswersSeen(): string[] {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder === undefined) return []
  const seen = new Set(readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n')))
  rmSync(folder, { recursive: true, force: true })
  const wanted = [
    ...Object.keys(ENDPOINTS).map((name) => `endpoint ${name}`),
    ...ERROR_CODES.map((code) => `code ${code}`),
  ]
  return wanted.filter((line) => !seen.has(line))
}
