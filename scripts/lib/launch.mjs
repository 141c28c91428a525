// The work of scripts/pinned.cjs. No dependencies and Node 18 syntax, because this runs before anything is installed.
import { ensureInstalled, isPinned } from './install.mjs'
import { fromRoot } from './paths.mjs'
import { runForeground } from './run.mjs'
import { runMain } from './say.mjs'

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2)
  const script = fromRoot('scripts', `${name}.mjs`)
  const node = await ensureInstalled()
  if (!isPinned(process.version)) return runForeground(node, [script, ...args])
  process.argv.splice(1, 2, script)
  await import(`../${name}.mjs`)
  return process.exitCode
})
