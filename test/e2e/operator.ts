import { execFile } from 'node:child_process'
import { join } from 'node:path'

const OPS = join(__dirname, '../../dist/server/ops.js')

/** Runs one operator command against the server of the tests, as an operator types it, and answers its JSON. */
export function ops<T = Record<string, unknown>>(...words: string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: process.env.E2E_DATA_DIR ?? '', LOG_LEVEL: 'error' }
    execFile(process.execPath, [OPS, ...words, '--json'], { env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`ops ${words.join(' ')}: ${stderr || error.message}`))
      else resolve(JSON.parse(stdout) as T)
    })
  })
}

export const AUTHORITY = ['--actor', 'ada', '--reason', 'daily work']
