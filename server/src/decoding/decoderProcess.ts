import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../shared/paths'
import { confined, whyNotConfined } from './confine'
import type { Question } from './question'

/** Without work for this long a process ends. */
const IDLE_MS = 10_000
const WATCH_EVERY_MS = 100
const HEAP_MB = 192

/** The system counts the time that a process used the processor in hundredths of a second. */
const TICK_MS = 10

export interface DecoderLimits {
  /** Time on the processor, or time that passes if the system does not report that. */
  answerMs: number
  /** A process that a busy machine gives less time is ended after so long. */
  waitMs: number
  /**
   * Memory of the whole process, most of which is not JavaScript's. Watched if the system reports it, as Linux does.
   */
  memoryMb: number
}

const LIMITS: DecoderLimits = { answerMs: 10_000, waitMs: 30_000, memoryMb: 384 }

/** Why a process was ended before it had answered. `starved`: the machine was too busy, which says nothing of the file. */
export type Ending = 'time' | 'memory' | 'crash' | 'starved'

/** From the sources there is no bundle, and the process may what its parent may. */
export const bundleIn = (folder = __dirname): string | undefined =>
  [join(folder, 'decoder.js')].find((path) => existsSync(path))

/**
 * The bundled program, confined also if a file takes it over (`confined`). Where the system cannot hold it, Node.js' own
 * permissions are left, which native code need not obey.
 */
async function commandOf(folder: string): Promise<readonly [command: string, args: string[]]> {
  const heap = `--max-old-space-size=${HEAP_MB}`
  const bundled = bundleIn(folder)
  if (bundled === undefined) {
    const source = join(projectRoot(), 'server', 'src', 'decoder.ts')
    return [process.execPath, [heap, '--import', require.resolve('tsx'), source]]
  }
  const args = [heap, '--permission', '--allow-fs-read=*', '--allow-addons', '--no-warnings', bundled]
  return (await whyNotConfined()) === undefined ? confined(folder, args) : [process.execPath, args]
}

/** It knows no setting and no secret, and is the first that goes when memory runs out. */
async function start(folder: string): Promise<ChildProcess> {
  const child = spawn(...(await commandOf(folder)), {
    env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // The caller learns of it by 'exit', or when its time is over.
  child.on('error', () => undefined)
  try {
    writeFileSync(`/proc/${child.pid}/oom_score_adj`, '1000')
  } catch {
    // Not on Linux.
  }
  return child
}

/** Undefined if the system does not tell. */
function memoryMbOf(child: ChildProcess): number | undefined {
  try {
    const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    return kb === undefined ? undefined : Number(kb) / 1024
  } catch {
    return undefined
  }
}

/** Undefined if the system does not tell. */
function processorMsOf(child: ChildProcess): number | undefined {
  try {
    const text = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
    // After the name, which is in brackets and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [user, system] = fields.slice(11, 13).map(Number)
    return user === undefined || system === undefined ? undefined : (user + system) * TICK_MS
  } catch {
    return undefined
  }
}

/** The answer of a process, or why it was ended; always within the limits of time. */
function answerOf(child: ChildProcess, question: Question, limits: DecoderLimits) {
  return new Promise<{ answer: unknown } | { ended: Ending }>((resolve) => {
    const usedBefore = processorMsOf(child)
    const isTooLarge = () => (memoryMbOf(child) ?? 0) > limits.memoryMb
    const isTooSlow = () => usedBefore !== undefined && (processorMsOf(child) ?? 0) - usedBefore > limits.answerMs
    const finish = (outcome: { answer: unknown } | { ended: Ending }) => {
      clearTimeout(timer)
      clearInterval(watch)
      child.off('message', onMessage).off('exit', onExit)
      resolve(outcome)
    }
    const onMessage = (answer: unknown) => finish({ answer })
    const onExit = () => finish({ ended: 'crash' })
    const timer = setTimeout(
      () => finish({ ended: usedBefore === undefined ? 'time' : 'starved' }),
      usedBefore === undefined ? limits.answerMs : limits.waitMs,
    )
    const watch = setInterval(() => {
      if (isTooLarge()) finish({ ended: 'memory' })
      else if (isTooSlow()) finish({ ended: 'time' })
    }, WATCH_EVERY_MS)
    child.on('message', onMessage).on('exit', onExit)
    child.send(question, (error) => error && onExit())
  })
}

/** One process that answers one question at a time. */
export type DecoderProcess = ReturnType<typeof createDecoderProcess>

/**
 * Started with its first question, ended when it has none for a while, and killed and started again at each limit and for each other
 * user: a file that takes it over sees no file of anybody else, and answers for none.
 */
export function createDecoderProcess(limits = LIMITS, folder = __dirname) {
  let child: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined
  let owner: string | undefined

  function end() {
    child?.kill('SIGKILL')
    child = undefined
  }

  return {
    /** `answer` is what the program says; fails with an `Ending`. `user` is whose file it is. */
    async ask(question: Question, user = ''): Promise<{ answer: unknown } | { ended: Ending }> {
      clearTimeout(idle)
      if (user !== owner) end()
      owner = user
      child ??= await start(folder)
      child.ref()
      child.channel?.ref()
      const outcome = await answerOf(child, question, limits)
      // Data that a picture leaves in a decoder's memory is gone with the process.
      if ('ended' in outcome || (memoryMbOf(child) ?? 0) > limits.memoryMb / 2) end()
      // A process that waits for work keeps nobody from ending.
      child?.unref()
      child?.channel?.unref()
      idle = setTimeout(end, IDLE_MS).unref()
      return outcome
    },
  }
}
