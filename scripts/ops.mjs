// npm run ops -- <command>: the operator's command line, from the built server if there is one.
import { existsSync } from 'node:fs'
import { fromRoot } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { Refusal, runMain } from './lib/say.mjs'
import { TOOLS } from './lib/tools.mjs'

await runMain(async () => {
  const built = fromRoot('dist', 'server', 'ops.js')
  const source = fromRoot('server', 'src', 'ops', 'main.ts')
  const args = process.argv.slice(2)
  if (existsSync(built)) return run(process.execPath, [built, ...args])
  if (existsSync(source)) return run(process.execPath, [TOOLS.tsx, source, ...args])
  throw new Refusal('The operator commands are not part of this version.')
})
