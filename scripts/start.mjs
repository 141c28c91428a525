// npm start: build and serve, each only if needed; pinned.cjs has installed the packages.
import { ensureBuilt } from './lib/builds.mjs'
import { fromRoot } from './lib/paths.mjs'
import { pushKeyForTrial } from './lib/pushKey.mjs'
import { runForeground } from './lib/run.mjs'
import { runMain } from './lib/say.mjs'
import { SERVER_FLAGS, SERVER_MALLOC } from './lib/serverFlags.mjs'

await runMain(async () => {
  // The app takes half a minute of one core.
  await Promise.all([ensureBuilt('h5'), ensureBuilt('server').then(() => ensureBuilt('console'))])
  return runForeground(process.execPath, [...SERVER_FLAGS, fromRoot('dist', 'server', 'main.js')], {
    // A person who tries the product also gets the staff console, on any free port, and pushes.
    env: {
      NODE_ENV: process.env.NODE_ENV ?? 'production',
      CONSOLE_PORT: process.env.CONSOLE_PORT ?? '0',
      ...SERVER_MALLOC,
      ...pushKeyForTrial(),
    },
  })
})
