import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { type RunningServer, startServer } from '../e2e/server'

declare global {
  var weappServer: RunningServer | undefined
}

/** Builds what is out of date and starts one server for all test files; they find it in the environment. */
export default async function globalSetup() {
  execFileSync(process.execPath, [join(__dirname, '../../scripts/build.mjs'), 'server', 'weapp'], { stdio: 'inherit' })
  // Each test registers from one address; the limits are the server's own tests' business.
  process.env.RATE_LIMIT = '0'
  const server = await startServer()
  globalThis.weappServer = server
  process.env.E2E_ORIGIN = server.origin
  process.env.E2E_OPENING_CODE = server.openingCode
  process.env.E2E_DATA_DIR = server.dataDir
}
