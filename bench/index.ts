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

/** Name → figures. Nothing here asserts a time; a reader compares. */
const BENCHES: Record<string, () => Promise<unknown> | unknown> = {
  async size() {
    const { firstScreenJs, css, files } = measureH5(fromRoot('dist', 'h5'))
    return {
      firstScreenKb: firstScreenJs,
      limitKb: LIMITS.firstScreenJs,
      stylesKb: css,
      largestKb: files[0]?.kb,
      firstScreen: await benchFirstScreen(),
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
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  process.exit(1)
})
