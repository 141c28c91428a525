import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { buildApp } from './app'
import { joinNodes } from './cluster/nodeAgreement'
import type { Config } from './config'
import { accountsOfNode, refuseUnfitAccounts } from './database/access'
import { createDatabase, type Database } from './database/database'
import { migrate, refuseOlderSchema } from './database/migrate'
import { claimSealingKey } from './database/sealingClaim'
import { warnOfMissingZones } from './database/timeZones'
import { createDeps, type Deps } from './deps'
import { postgresVariables } from './embedded/shellVariables'
import { type EmbeddedDatabase, startEmbedded } from './embedded/supervisor'
import { claimInstallation } from './ledger/installation'
import type { Feed } from './market/feed'
import type { DemoSignIn } from './modules/accounts/service'
import { SWEEP_MS } from './modules/module'
import { buildConsole } from './office/http/consoleApp'
import { seedDemoQueues } from './office/queues/demoQueues'
import { reportCertificateEnds } from './shared/certificateEnds'
import { type Clock, systemClock } from './shared/clock'
import { ConfigError } from './shared/env'
import type { App } from './shared/http'
import { newId } from './shared/ids'
import type { Log } from './shared/log'
import { createLoop } from './shared/loop'
import { createMetrics, type Metrics } from './shared/metrics'
import { createInstallationSealer } from './shared/sealingKey'
import { settingsToAgreeOn } from './sharedSettings'
import { claimProofKey } from './signedLogs/keyClaim'
import { createKeySource } from './signedLogs/keySource'
import { createKeyring } from './signedLogs/keys'
import type { KeySource } from './signedLogs/signer'
import { startWorkers } from './startWorkers'

export interface RunningServer {
  /** For example http://127.0.0.1:8080 */
  origin: string
  /** Absent with live funds. */
  demo: DemoSignIn | undefined
  /** Address of the staff console; with a link for the first administrator while nobody has joined. */
  console: string | undefined
  /** Lets requests in flight finish, closes sockets, stops workers and the embedded database. */
  close(): Promise<void>
}

/** Substitutes from server/src/dev for the real parts; production passes nothing. */
export interface ServerExtras {
  clock?: Clock
  wrapFeed?: (feed: Feed) => Feed
  onApp?: (app: App, deps: Deps) => void
}

const DRAIN_MS = 4_000

/** A taken port is the most common mistake, so it is found before anything is started. */
async function refuseTakenPort({ host, port }: Config) {
  if (port === 0) return
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new ConfigError(listenSentence(error, host, port))))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
  })
}

function listenSentence(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is already in use: set PORT to another one.`
    case 'EACCES':
      return `Port ${port} on ${host} may not be used by this account: set PORT to 1024 or more.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is "${host}" but this machine has no such address.`
    default:
      return `The server cannot listen on ${host}:${port}: ${error.message}.`
  }
}

/** Pool sizes of the console, the auditor and the archiver, if they have their own database accounts. */
const CONSOLE_POOL = 8
const AUDITOR_POOL = 4
const ARCHIVER_POOL = 2

async function openDatabase(config: Config, log: Log) {
  let embedded: EmbeddedDatabase | undefined
  if (config.databaseUrl) {
    const names = postgresVariables(process.env)
    if (names.length > 0)
      log.warn({ names }, 'DATABASE_URL is set, but these variables change how the database is reached: unset them')
    await refuseUnfitAccounts(config, accountsOfNode(config))
  } else embedded = await startEmbedded({ dataDir: config.dataDir, log })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  return { embedded, url }
}

interface Databases {
  database: Database
  opsDatabase?: Database | undefined
  auditorDatabase?: Database | undefined
  archiverDatabase?: Database | undefined
}

function createDatabases(url: string, config: Config, log: Log): Databases {
  const other = (address: string | undefined, size: number) =>
    address === undefined ? undefined : createDatabase(address, log, size)
  return {
    database: createDatabase(url, log, config.databasePoolSize),
    opsDatabase: other(config.console && config.opsDatabaseUrl, CONSOLE_POOL),
    auditorDatabase: other(config.auditorDatabaseUrl, AUDITOR_POOL),
    archiverDatabase: other(config.archiverDatabaseUrl, ARCHIVER_POOL),
  }
}

const closeAll = (databases: Databases) => Promise.all(Object.values(databases).map((one) => one?.close()))

/** Dependencies that exist before the parts of the server. */
interface Ground extends Databases {
  metrics: Metrics
  keySource: KeySource
}

async function serve(config: Config, log: Log, ground: Ground, extras: ServerExtras) {
  const { database, opsDatabase, auditorDatabase, archiverDatabase, metrics, keySource } = ground
  const deps = createDeps({
    config,
    log,
    database,
    ...(auditorDatabase && { auditorDatabase }),
    ...(archiverDatabase && { archiverDatabase }),
    metrics,
    keySource,
    clock: extras.clock ?? systemClock,
    ...(extras.wrapFeed === undefined ? {} : { wrapFeed: extras.wrapFeed }),
  })
  const demo = config.funds === 'demo' ? await deps.accounts.seedDemo() : undefined
  const app = await buildApp(deps, { onCreated: (created) => extras.onApp?.(created, deps) })
  const workers = await startWorkers(deps)
  let staffConsole: Awaited<ReturnType<typeof openConsole>>
  try {
    staffConsole = await openConsole(opsDatabase ? deps.on(opsDatabase) : deps, demo)
    const origin = await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
      throw new ConfigError(listenSentence(error, config.host, config.port))
    })
    void deps.decoders.sayWhetherConfined()
    return { origin, demo, app, workers, staffConsole }
  } catch (error) {
    await staffConsole?.close()
    await workers.stop()
    throw error
  }
}

/** A node starts with a signer that answers; later it waits for one. */
const signersOf = (keySource: KeySource) =>
  keySource.signers().catch((error: Error) => {
    throw new ConfigError(error.message)
  })

/** Both keys fit what the database holds: with others a node would sign and seal what nobody opens or believes later. */
async function refuseOtherKeys(database: Database, keySource: KeySource, config: Config) {
  const keyring = createKeyring({ keySource, database, clock: systemClock })
  await claimProofKey({ database, keyring, config })
  await claimSealingKey({ database, sealer: createInstallationSealer(config), config })
}

/** Certificates of this node by the setting that they come from. */
const certificatesOf = ({ signer }: Config): Record<string, string> =>
  signer && 'tls' in signer ? { SIGNER_CA: signer.tls.ca, SIGNER_CERT: signer.tls.cert } : {}

const nameOfProcess = () => `${hostname()} ${process.pid} ${newId()}`
/** The staff console on its own listener, if CONSOLE_PORT asks for it. */
async function openConsole(deps: Deps, demo: DemoSignIn | undefined) {
  const { config } = deps
  if (!config.console) return undefined
  // On the database of one machine nobody else waits in the queues.
  if (demo && config.databaseUrl === undefined)
    await seedDemoQueues(deps, demo.openingCode).catch((error) =>
      deps.log.warn({ err: error }, 'the queues of the staff console have no examples in them'),
    )
  const { app, staff } = await buildConsole(deps)
  // Output may be kept, and a link that opens the console does not belong there.
  const isKept = !process.stdout.isTTY && config.databaseUrl !== undefined
  if (isKept && (await staff.isEmpty()))
    deps.log.warn('nobody has joined the staff console: "ops staff link" prints the link for the first administrator')
  const invitation = isKept ? undefined : await staff.inviteFirst()
  const sweep = createLoop({
    clock: deps.clock,
    everyMs: SWEEP_MS,
    turn: () => staff.sweep(),
    failed: (error) => deps.log.warn({ err: error }, 'what is over in the staff console was not deleted'),
  })
  try {
    const origin = await app.listen({ host: config.host, port: config.console.port })
    sweep.start()
    return {
      address: invitation === undefined ? `${origin}/` : `${origin}/invitation#${invitation}`,
      async close() {
        await sweep.stop()
        await app.close()
      },
    }
  } catch (error) {
    await app.close()
    const sentence = listenSentence(error as NodeJS.ErrnoException, config.host, config.console.port)
    throw new ConfigError(sentence.replace('set PORT', 'set CONSOLE_PORT'))
  }
}

/** Everything, from settings to an open port. Throws errors whose message is one sentence for the user. */
export async function startServer(config: Config, log: Log, extras: ServerExtras = {}): Promise<RunningServer> {
  await refuseTakenPort(config)
  if (config.push?.toApple === false)
    log.warn('iPhones, iPads and Safari get no pushes, as Apple wants a contact: set VAPID_SUBJECT or PUBLIC_ORIGIN')
  const { embedded, url } = await openDatabase(config, log)
  const databases = createDatabases(url, config, log)
  const { database } = databases
  let leave = async () => {}
  try {
    if (config.migrate === 'start') await migrate(url, log)
    else await refuseOlderSchema(url)
    await claimInstallation(database, config)
    await warnOfMissingZones(database, log)
    const metrics = createMetrics({ processMetrics: true })
    reportCertificateEnds(metrics, certificatesOf(config), process.env.NODE_EXTRA_CA_CERTS)
    const keySource = createKeySource({ config, log, metrics })
    const keys = config.signer ? (await signersOf(keySource)).map(({ publicKey }) => publicKey) : []
    await refuseOtherKeys(database, keySource, config)
    // The embedded database belongs to one process.
    if (config.databaseUrl) leave = await joinNodes({ database, log }, nameOfProcess(), settingsToAgreeOn(config, keys))
    const { origin, demo, app, workers, staffConsole } = await serve(
      config,
      log,
      { ...databases, metrics, keySource },
      extras,
    )
    return {
      origin,
      demo,
      console: staffConsole?.address,
      async close() {
        const cut = setTimeout(() => app.server.closeAllConnections(), DRAIN_MS)
        await staffConsole?.close()
        await app.close()
        clearTimeout(cut)
        await workers.stop()
        await leave()
        await closeAll(databases)
        await embedded?.stop()
      },
    }
  } catch (error) {
    await leave()
    await closeAll(databases).catch(() => undefined)
    await embedded?.stop()
    throw error
  }
}
