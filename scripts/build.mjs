// npm run build: the server and the app, each only where its inputs changed.
import { ensureBuilt } from './lib/builds.mjs'
import { runMain } from './lib/say.mjs'

await runMain(async () => {
  await ensureBuilt('server')
  await ensureBuilt('h5')
})
