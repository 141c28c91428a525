import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { transformSync } from 'esbuild'
import { SERVER_FLAGS } from '../../../scripts/lib/serverFlags.mjs'

const source = readFileSync(`${__dirname}/startGarbage.ts`, 'utf8')
const { code } = transformSync(source, { loader: 'ts', format: 'cjs' })
/** Leaves 50 MB behind, collects, and says how many MB of the heap are still in memory. */
const script = `${code}
let list = Array.from({ length: 50 }, () => new Array(131_072).fill(1.5))
list = undefined
collectStartGarbage()
const spaces = require('node:v8').getHeapSpaceStatistics()
console.log(spaces.reduce((sum, space) => sum + space.physical_space_size, 0) / 1e6)`
const megabytesWith = (flags: string[]) => Number(execFileSync(process.execPath, [...flags, '-e', script]))

test('with the flags of a node, what its start leaves behind goes back to the system; without them nothing fails', () => {
  expect(megabytesWith(SERVER_FLAGS)).toBeLessThan(20)
  expect(megabytesWith(['--max-semi-space-size=8'])).toBeGreaterThan(50)
})
