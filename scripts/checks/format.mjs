import { capture } from '../lib/run.mjs'
import { TOOLS } from '../lib/tools.mjs'

export const title = 'lint and format'

export async function run() {
  const { code, output } = await capture(process.execPath, [
    TOOLS.biome,
    'check',
    '--colors=off',
    '--max-diagnostics=30',
  ])
  return code === 0 ? [] : [output.trim()]
}
