// npm run dev: the server from its sources, restarted on every change, with the QA panel's clock, market and failures, and
// Taro's H5 dev server before it.
import { readFileSync } from 'node:fs'
import { fromRoot } from './lib/paths.mjs'
import { runForeground } from './lib/run.mjs'
import { runMain } from './lib/say.mjs'
import { TOOLS } from './lib/tools.mjs'

/** The app has to know whose signatures it checks: those of the test signers, unless the environment names others. */
function signersOfApp() {
  if (process.env.TARO_APP_PRICE_SIGNERS) return {}
  const { text } = JSON.parse(readFileSync(fromRoot('server', 'src', 'shared', 'signed', 'testSigners.json'), 'utf8'))
  return { TARO_APP_PRICE_SIGNERS: text }
}

await runMain(async () => {
  const server = runForeground(process.execPath, [TOOLS.tsx, 'watch', fromRoot('server', 'src', 'dev', 'main.ts')], {
    env: { NODE_ENV: 'development' },
  })
  const app = runForeground(process.execPath, [fromRoot('scripts', 'devH5.mjs')], { env: signersOfApp() })
  return Math.max(...(await Promise.all([server, app])))
})
