import { capture } from '../lib/run.mjs'
import { TOOLS } from '../lib/tools.mjs'

export const title = 'the types fit'

export async function run() {
  const { code, output } = await capture(process.execPath, [TOOLS.tsc, '--noEmit', '-p', '.', '--pretty', 'false'])
  if (code === 0) return []
  return output.trim().split('\n')
}
