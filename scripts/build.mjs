// npm run build: the server and the app, each only if its inputs changed. `build.mjs server weapp` names others.
import { ensureBuilt } from './lib/builds.mjs'
import { runMain } from './lib/say.mjs'

await runMain(async () => {
  const named = /** @type {Parameters<typeof ensureBuilt>[0][]} */ (process.argv.slice(2))
  if (named.length === 0) named.push('server', 'h5')
  for (const name of named) await ensureBuilt(name)
})
