// npm run bench [-- --only orders,size]: measurements as one JSON document on standard output.
import { ensureBuilt } from './lib/builds.mjs'
import { fromRoot } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { runMain } from './lib/say.mjs'
import { TOOLS } from './lib/tools.mjs'

await runMain(async () => {
  // Progress messages must not get into the JSON document.
  process.stdout.write = process.stderr.write.bind(process.stderr)
  await ensureBuilt('server')
  await ensureBuilt('h5')
  await ensureBuilt('weapp')
  return run(process.execPath, [TOOLS.tsx, fromRoot('bench', 'index.ts'), ...process.argv.slice(2)])
})
