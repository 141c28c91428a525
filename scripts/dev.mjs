// npm run dev: the server from its sources, restarted on every change, with the QA panel's clock, market and failures, and
// Taro's H5 dev server before it.
import { fromRoot } from './lib/paths.mjs'
import { runForeground } from './lib/run.mjs'
import { runMain } from './lib/say.mjs'
import { TOOLS } from './lib/tools.mjs'

await runMain(async () => {
  const server = runForeground(process.execPath, [TOOLS.tsx, 'watch', fromRoot('server', 'src', 'dev', 'main.ts')], {
    env: { NODE_ENV: 'development' },
  })
  const app = runForeground(process.execPath, [fromRoot('scripts', 'devH5.mjs')])
  return Math.max(...(await Promise.all([server, app])))
})
