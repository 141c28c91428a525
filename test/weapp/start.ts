import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createWeappActor, type WeappActor } from './rig/actor'
import { type LaunchOptions, MiniProgram } from './rig/miniProgram'

export const FOLDER = join(__dirname, '../../dist/weapp')
/** The defaults of `npm run build:weapp`. */
const LOCAL_ORIGIN = 'http://127.0.0.1:8080'

/** The kinds of personal data that docs/MINIPROGRAM.md has the owner declare: cells in Chinese of its table. */
const DECLARED = Array.from(
  readFileSync(join(__dirname, '../../docs/MINIPROGRAM.md'), 'utf8').matchAll(/^\| ([\p{Script=Han}（）]+) +\|/gmu),
  ([, kind = '']) => kind,
)

/** A server, and a code that opens accounts there. */
export interface Place {
  server: string
  openingCode: string
}

/** The server that all test files share. */
export const HERE: Place = {
  server: process.env.E2E_ORIGIN ?? '',
  openingCode: process.env.E2E_OPENING_CODE ?? '',
}

/** How a test launches the program, on its own phone or as another build. */
export type Launch = Partial<Omit<LaunchOptions, 'folder' | 'network'>> & { at?: Place }

const running = new Set<MiniProgram>()

/** Launches the built mini program against the server of the tests. */
export async function start(options: Launch & { url?: string } = {}): Promise<WeappActor> {
  const { url, at = HERE, ...launch } = options
  const builtFor = process.env.TARO_APP_API_ORIGIN || LOCAL_ORIGIN
  const program = new MiniProgram({
    folder: FOLDER,
    network: { builtFor, server: at.server },
    declared: DECLARED,
    ...launch,
  })
  running.add(program)
  await program.launch(url)
  return createWeappActor(program)
}

/** Ends every program that a test has started. */
export function stopAll(): void {
  for (const program of running) program.stop()
  running.clear()
}

/** The token that the program keeps on the phone. */
function tokenIn(kept: ReadonlyMap<string, unknown>): string {
  const session: unknown = JSON.parse(String(kept.get('session') ?? '{}'))
  return (session as { value?: { token?: string } }).value?.token ?? ''
}

/** Asks the server as the program does, or sends it something. */
export async function ask<T>(
  kept: ReadonlyMap<string, unknown>,
  path: string,
  { at = HERE, sent }: { at?: Place; sent?: object } = {},
): Promise<T> {
  const headers = { authorization: `Bearer ${tokenIn(kept)}`, ...(sent && { 'content-type': 'application/json' }) }
  const request = sent ? { method: 'POST', headers, body: JSON.stringify(sent) } : { headers }
  const answer = await fetch(`${at.server}/api${path}`, request)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as T
}
