import { capture } from '../lib/run.mjs'
import { TOOLS } from '../lib/tools.mjs'

export const title = 'no file, export or package that nothing uses'

export async function run() {
  const { code, output } = await capture(process.execPath, [TOOLS.knip, '--no-progress', '--no-config-hints'])
  return code === 0 ? [] : [output.trim()]
}
