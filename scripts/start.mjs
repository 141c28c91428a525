// npm start: install, build and serve, each only where needed. No dependencies and Node 18 syntax, because this file
// runs before anything is installed.
import { fileURLToPath } from 'node:url'
import { onPinnedRuntime } from './lib/install.mjs'
import { fromRoot } from './lib/paths.mjs'
import { runForeground } from './lib/run.mjs'
import { runMain } from './lib/say.mjs'

await runMain(async () => {
  const ended = await onPinnedRuntime(fileURLToPath(import.meta.url))
  if (ended !== undefined) return ended
  const { ensureBuilt } = await import('./lib/builds.mjs')
  await ensureBuilt('server')
  await ensureBuilt('h5')
  await ensureBuilt('console')
  const { pushKeyForTrial } = await import('./lib/pushKey.mjs')
  const { SERVER_FLAGS, SERVER_MALLOC } = await import('./lib/serverFlags.mjs')
  return runForeground(process.execPath, [...SERVER_FLAGS, fromRoot('dist', 'server', 'main.js')], {
    // Whoever tries the product gets the staff console, too, on any free port, and pushes.
    env: {
      NODE_ENV: process.env.NODE_ENV ?? 'production',
      CONSOLE_PORT: process.env.CONSOLE_PORT ?? '0',
      ...SERVER_MALLOC,
      ...pushKeyForTrial(),
    },
  })
})
