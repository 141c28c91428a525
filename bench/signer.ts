import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fromRoot } from '../scripts/lib/paths.mjs'
import { startThrowAwayPostgres } from '../scripts/setup/postgres.mjs'
import { createLog } from '../server/src/shared/log'
import { createAcceptor } from '../server/src/signedLogs/acceptance'
import { createAcceptances } from '../server/src/signedLogs/acceptances'
import { createKeyring } from '../server/src/signedLogs/keys'
import { createRemoteKeys } from '../server/src/signedLogs/remoteSigner'
import { compareWays, costOf } from './cost'
import { createFloor, keepTicking, newOrder, placeMany, USERS } from './orderKit'

const ROUNDS = 9

/** The signer as it is deployed, on a socket of this machine. */
async function startSigner(path: string) {
  const { privateKey } = generateKeyPairSync('ed25519')
  const child = spawn(process.execPath, [fromRoot('dist', 'server', 'main.js')], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ROLES: 'signer',
      SIGNER_URL: `unix:${path}`,
      DATA_DIR: dirname(path),
      PROOF_KEY: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return child
}

/**
 * Placing while another process signs (`with`), compared with signing in this one; the signer's own time does not
 * count.
 */
export async function benchSigner() {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-bench-'))
  const path = join(folder, 'signer.sock')
  const [postgres, signer] = [await startThrowAwayPostgres(), await startSigner(path)]
  try {
    const { database, deps, productId } = await createFloor(postgres.url)
    const stopTicking = keepTicking(deps, productId)
    const { acceptances } = deps
    const { give } = acceptances
    const keyring = createKeyring({ ...deps, keySource: createRemoteKeys({ path }, createLog('error')) })
    const remote = createAcceptances({ ...deps, keyring, accept: createAcceptor(keyring) })
    const place = async (call: number) => {
      const result = await deps.orders.place(BigInt((call % USERS) + 1), newOrder())
      if (!result.ok) throw new Error(`An order was refused: ${result.error.code}`)
    }
    const placing = (way: typeof give, flush: () => Promise<void>) => () =>
      costOf(database, async () => {
        acceptances.give = way
        await placeMany(place)
        await flush()
      })
    const figures = await compareWays(ROUNDS, {
      with: placing(remote.give, remote.flush),
      without: placing(give, acceptances.flush),
    })
    stopTicking()
    await database.close()
    return figures
  } finally {
    signer.kill('SIGTERM')
    await postgres.stop()
    rmSync(folder, { recursive: true })
  }
}
