// npm run build: the server and the app, each only if its inputs changed. `build.mjs server weapp` names others.
import { ensureBuilt } from './lib/builds.mjs'
import { runMain } from './lib/say.mjs'

await runMain(async () => {
  const named = process.argv.slice(2)
  for (const name of named.length > 0 ? named : ['server', 'h5']) await ensureBuilt(name)
})
