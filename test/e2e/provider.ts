import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** An identity provider for staff, with the settings by which a console knows it. */
export interface RunningProvider {
  child: ChildProcess
  /** For the environment of the server. */
  settings: Record<string, string>
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  await new Promise((resolve) => listener.close(resolve))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** Starts the provider; the console has to listen on the port that is in the settings, where the browser comes back. */
export async function startProvider(): Promise<RunningProvider> {
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const file = join(__dirname, '../../server/test/identityProvider.mjs')
  const child = spawn(process.execPath, [file, `${origin}/console-api/session/provider/return`], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(child.stdout, 'data')
  const settings = {
    CONSOLE_PORT: String(port),
    CONSOLE_ORIGIN: origin,
    CONSOLE_OIDC_ISSUER: String(line).trim(),
    CONSOLE_OIDC_CLIENT_ID: 'console',
    CONSOLE_OIDC_CLIENT_SECRET: 'a secret of the console',
    CONSOLE_OIDC_NAME: 'Example ID',
  }
  return { child, settings }
}
