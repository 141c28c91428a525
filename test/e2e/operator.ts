import { execFile } from 'node:child_process'
import { join } from 'node:path'

const OPS = join(__dirname, '../../dist/server/ops.js')

/** Runs one operator command against the server with this DATA_DIR, as an operator types it, and returns its JSON. */
export function opsIn<T = Record<string, unknown>>(dataDir: string, ...words: string[]): Promise<T> {
  return new Promise((resolve, reject) => {
    const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, LOG_LEVEL: 'error' }
    execFile(process.execPath, [OPS, ...words, '--json'], { env }, (error, stdout, stderr) => {
      if (error) reject(new Error(`ops ${words.join(' ')}: ${stderr || error.message}`))
      else resolve(JSON.parse(stdout) as T)
    })
  })
}

/** The same against the server that all test files share. */
export const ops = <T = Record<string, unknown>>(...words: string[]): Promise<T> =>
  opsIn<T>(process.env.E2E_DATA_DIR ?? '', ...words)

export const AUTHORITY = ['--actor', 'ada', '--reason', 'daily work']
