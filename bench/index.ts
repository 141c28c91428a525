import { parseArgs } from 'node:util'
import { LIMITS, measureH5 } from '../scripts/lib/h5Sizes.mjs'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { benchFirstScreen } from './firstScreen'
import { benchHand } from './hand'
import { benchHeap } from './heap'
import { benchIdle } from './idle'
import { benchMainThread } from './mainThread'
import { benchOrders } from './orders'
import { benchStream } from './stream'
import { benchWeapp } from './weapp'

/** Limits that a bench has missed. */
const missed: string[] = []

/** Name → figures, which a reader compares; `size` names the limits that the first screen misses, and ends with 1 then. */
const BENCHES: Record<string, () => Promise<unknown> | unknown> = {
  async size() {
    const { firstScreenJs, css, files } = measureH5(fromRoot('dist', 'h5'))
    const firstScreen = await benchFirstScreen()
    missed.push(...firstScreen.missed)
    return {
      firstScreenKb: firstScreenJs,
      limitKb: LIMITS.firstScreenJs,
      stylesKb: css,
      largestKb: files[0]?.kb,
      firstScreen,
    }
  },
  orders: benchOrders,
  stream: benchStream,
  idle: benchIdle,
  hand: benchHand,
  mainThread: benchMainThread,
  heap: benchHeap,
  weapp: benchWeapp,
}

async function main() {
  const { values } = parseArgs({ options: { only: { type: 'string' }, help: { type: 'boolean' } } })
  const names = values.only?.split(',') ?? Object.keys(BENCHES)
  const unknown = names.filter((name) => !BENCHES[name])
  if (values.help || unknown.length > 0) {
    const said = unknown.length > 0 ? `No bench is called ${unknown.join(', ')}. ` : ''
    process.stderr.write(`${said}Usage: npm run bench -- --only <names>, of ${Object.keys(BENCHES).join(', ')}\n`)
    process.exit(unknown.length > 0 ? 1 : 0)
  }
  const figures: Record<string, unknown> = {}
  for (const name of names) {
    process.stderr.write(`bench: ${name}\n`)
    figures[name] = await BENCHES[name]?.()
  }
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`)
  for (const line of missed) process.stderr.write(`bench: missed by ${line}\n`)
  if (missed.length > 0) process.exitCode = 1
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
