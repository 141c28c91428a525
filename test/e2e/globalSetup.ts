import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type RunningServer, startServer } from './server'

declare global {
  var e2eServer: RunningServer | undefined
  var e2eProvider: ChildProcess | undefined
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  await new Promise((resolve) => listener.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** An identity provider for staff, and the settings by which the console knows it. */
async function startProvider(): Promise<Record<string, string>> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const file = join(__dirname, '../../server/test/identityProvider.mjs')
  const provider = spawn(process.execPath, [file, `${origin}/console-api/session/provider/return`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  globalThis.e2eProvider = provider
  const [line] = await once(provider.stdout, 'data')
  return {
    CONSOLE_PORT: String(port),
    CONSOLE_ORIGIN: origin,
    CONSOLE_OIDC_ISSUER: String(line).trim(),
    CONSOLE_OIDC_CLIENT_ID: 'console',
    CONSOLE_OIDC_CLIENT_SECRET: 'a secret of the console',
    CONSOLE_OIDC_NAME: 'Example ID',
  }
}

/** Builds what is out of date and starts one server for all test files; they find it in the environment. */
export default async function globalSetup() {
  execFileSync(process.execPath, [join(__dirname, '../../scripts/build.mjs'), 'server', 'h5', 'console'], {
    stdio: 'inherit',
  })
  const server = await startServer(await startProvider())
  globalThis.e2eServer = server
  process.env.E2E_ORIGIN = server.origin
  process.env.E2E_OPENING_CODE = server.openingCode
  process.env.E2E_CONSOLE = server.console
  process.env.E2E_DATA_DIR = server.dataDir
  process.env.E2E_DEMO = JSON.stringify(server.demo)
}
