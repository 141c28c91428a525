import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { withPage } from './chromium'

const CPU_SLOWDOWN = 4
const ROUNDS = 9
/**
 * Published vectors that hold. By the price log: 8 s with 6 heads; all 120 heads; 2,503 ticks of which the ends are shown, 115
 * heads. By signed prices: two updates with 3 signatures each, and with 13.
 */
const RECEIPTS = {
  short: 'honest-won',
  heads: 'honest-120-heads',
  long: 'honest-long',
  signedByThree: 'signed-won',
  signedByThirteen: 'signed-by-thirteen',
}

/** As the app checks a receipt: the longest task counts, as the page answers to nothing until it ends. */
const PAGE = `
import { readPlainJson } from './proof/json'
import { checkReceiptInTasks } from './proof/receipt'
import { isSignedReceipt } from './proof/file'
import { checkSignedReceipt, knownSigners } from './proof/signed/check'
import { nextTask } from './src/platform/tasks'
window.check = async (text, signers) => {
  const taskMs = []
  let startedAt = performance.now()
  const pause = async () => {
    taskMs.push(performance.now() - startedAt)
    await nextTask()
    startedAt = performance.now()
  }
  const receipt = readPlainJson(text)
  const { problems } = isSignedReceipt(receipt)
    ? await checkSignedReceipt(receipt, knownSigners(signers), pause)
    : await checkReceiptInTasks(receipt, pause)
  taskMs.push(performance.now() - startedAt)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return taskMs
}`

/** Bytes of receipts, and what checking one takes in the browser of a slow phone. Each page checks its first. */
export async function benchReceipts() {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: fromRoot(), loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    define: { 'process.env.TARO_ENV': '"h5"', 'process.env.NODE_ENV': '"production"' },
  })
  const code = outputFiles[0]?.text ?? ''
  const figures: Record<string, unknown> = {}
  for (const [name, vector] of Object.entries(RECEIPTS)) {
    const { receipt, signers = '' } = JSON.parse(
      readFileSync(fromRoot('test', 'proof', 'vectors', `${vector}.json`), 'utf8'),
    )
    const text = JSON.stringify(receipt)
    const sums: number[] = []
    const longest: number[] = []
    const rounds: number[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      await withPage(async (page) => {
        const cdp = await page.createCDPSession()
        await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
        await page.addScriptTag({ content: code })
        const taskMs = (await page.evaluate(
          `window.check(${JSON.stringify(text)}, ${JSON.stringify(signers)})`,
        )) as number[]
        rounds.push(taskMs)
        sums.push(taskMs.reduce((sum, ms) => sum + ms, 0))
        longest.push(Math.max(...taskMs))
      })
    }
    const middle = (values: number[]) => Math.round(values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0)
    const bytes = { bytes: text.length, gzipBytes: gzipSync(text).length }
    figures[name] = {
      ...bytes,
      checkMs: middle(sums),
      longestTaskMs: middle(longest),
      tasks: rounds[0]?.map(Math.round),
    }
  }
  return { cpuSlowdown: CPU_SLOWDOWN, rounds: ROUNDS, ...figures }
}
