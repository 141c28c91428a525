import { CommanderError } from 'commander'
import { loadConfig } from '../config'
import { accountOfOps, refuseUnfitAccounts } from '../database/access'
import { createDatabase, type Database } from '../database/database'
import { createDeps, type Deps } from '../deps'
import { EmbeddedDatabaseError } from '../embedded/binaries'
import { visitEmbedded } from '../embedded/visit'
import { claimInstallation } from '../ledger/installation'
import { ConfigError } from '../shared/env'
import { createLog } from '../shared/log'
import { OpsRefusal } from './kit'
import { buildProgram, everyCommand } from './program'

/** 0 done, 1 refused or failed, 2 not understood. */
const EXIT = { done: 0, failed: 1, usage: 2 }

async function main(): Promise<number> {
  const config = loadConfig()
  const log = createLog('error')

  async function withDeps<T>(work: (deps: Deps, node: Database) => Promise<T>): Promise<T> {
    const url = config.opsDatabaseUrl ?? config.databaseUrl
    if (url) await refuseUnfitAccounts(config, [accountOfOps(config)])
    const visit = url ? { url, leave: async () => undefined } : await visitEmbedded(config.dataDir, log)
    const database = createDatabase(visit.url, log, 4)
    const node = config.opsDatabaseUrl && config.databaseUrl ? createDatabase(config.databaseUrl, log, 1) : database
    try {
      await claimInstallation(database, config)
      return await work(createDeps({ config, log, database }), node)
    } finally {
      await database.close()
      if (node !== database) await node.close()
      await visit.leave()
    }
  }

  const program = buildProgram({
    withDeps,
    currency: config.currency,
    write: (text) => process.stdout.write(text),
    key: process.env.OPS_KEY,
  })
  for (const command of everyCommand(program)) command.exitOverride()
  await program.parseAsync(process.argv)
  return EXIT.done
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    // Commander has printed its own message already.
    if (error instanceof CommanderError) process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage)
    const known = error instanceof OpsRefusal || error instanceof ConfigError || error instanceof EmbeddedDatabaseError
    process.stderr.write(`ops: ${known ? error.message : String(error)}\n`)
    process.exit(EXIT.failed)
  },
)
