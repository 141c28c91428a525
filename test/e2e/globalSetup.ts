import { type ChildProcess, execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { offerIn } from '../support/shortDurations'
import { startProvider } from './provider'
import { QUICK } from './quickOrders'
import { type RunningServer, startServer } from './server'

declare global {
  var e2eServer: RunningServer | undefined
  var e2eProvider: ChildProcess | undefined
}

/** Builds what is out of date and starts one server for all test files; they find it in the environment. */
export default async function globalSetup() {
  execFileSync(process.execPath, [join(__dirname, '../../scripts/build.mjs'), 'server', 'h5', 'console'], {
    stdio: 'inherit',
  })
  const provider = await startProvider()
  globalThis.e2eProvider = provider.child
  const server = await startServer(provider.settings)
  globalThis.e2eServer = server
  await offerIn(server, QUICK.symbol, QUICK.seconds)
  process.env.E2E_ORIGIN = server.origin
  process.env.E2E_OPENING_CODE = server.openingCode
  process.env.E2E_CONSOLE = server.console
  process.env.E2E_DATA_DIR = server.dataDir
  process.env.E2E_DEMO = JSON.stringify(server.demo)
}
