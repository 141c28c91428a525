import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createSealer } from '../../server/src/shared/sealing'

const run = promisify(execFile)

/** deploy/cluster-local as tests use it: on its own port, and without limits of what one account may do. */
const CLUSTER = join(__dirname, '../../deploy/cluster-local/cluster')
const DIR = process.env.CLUSTER_DIR ?? '/var/tmp/fairtick-cluster'
const PORT = '18088'
const SETTINGS = {
  ...process.env,
  CLUSTER_DIR: DIR,
  PORT,
  RATE_LIMIT: '0',
  ORDERS_PER_MINUTE: '0',
  EXAMPLE_ORDERS: 'off',
  OPEN_STAKES_MAX: '0.00',
}

export const ORIGIN = `https://10.77.0.1:${PORT}`
export const DATABASE_URL = `postgresql://postgres:only-on-this-machine@10.77.0.2:5000/fairtick?sslmode=verify-full&sslrootcert=${DIR}/certs/ca.crt`

/** Runs a command of the script and returns what it printed, while the users of this process continue. */
export async function cluster(...args: string[]): Promise<string> {
  const { stdout } = await run(CLUSTER, args, { env: SETTINGS, encoding: 'utf8' })
  return stdout
}

export const siteCertificate = () => readFileSync(join(DIR, 'site.crt'), 'utf8')

/** The cluster's own key: its nodes open what is sealed here. */
export function sealer() {
  const [, key = ''] = /^SEALING_KEY='(.+)'$/m.exec(readFileSync(join(DIR, 'keys'), 'utf8')) ?? []
  return createSealer(Buffer.from(key, 'base64'))
}

/** When the logs are after `down`, for who looks why a test has failed. */
export function keepLogs(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-cluster-logs-'))
  for (const name of readdirSync(DIR).filter((file) => file.endsWith('.log'))) {
    cpSync(join(DIR, name), join(folder, name))
  }
  return folder
}

/** A folder with the version after this one: it brings a migration, which runs while older nodes keep running. */
export async function nextVersion(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-next-'))
  await run(process.execPath, [join(__dirname, '../../scripts/collectServer.mjs'), folder])
  const sql = 'alter table product add column added_by_the_next_version text;\n'
  writeFileSync(join(folder, 'server/sql/migrations/9999_next_version.sql'), sql)
  return folder
}

/** All three databases are there, one of them as a replica that every commit waits for, and all three nodes. */
export async function isWhole(): Promise<boolean> {
  const status = await cluster('status')
  return /primary/.test(status) && /synchronous replica/.test(status) && !/down|not ready/.test(status)
}
