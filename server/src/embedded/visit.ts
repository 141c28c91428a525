import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../shared/log'
import { runAsForPostgres } from './account'
import { EmbeddedDatabaseError, findBinaries } from './binaries'
import { openCluster } from './cluster'
import { answers, readPostmaster, urlOf } from './postmaster'
import { dropPostgresVariables } from './shellVariables'
import { startEmbedded } from './supervisor'

/**
 * The database of `dataDir` for short use while the server may run: the running PostgreSQL if there is one, else one
 * that is started for the visit. `leave` stops only what the visit started. Never creates a database.
 */
export async function visitEmbedded(dataDir: string, log: Log): Promise<{ url: string; leave(): Promise<void> }> {
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new EmbeddedDatabaseError(
      `There is no database in DATA_DIR ${dataDir}: start the server once, or set DATA_DIR.`,
    )
  }
  dropPostgresVariables()
  const account = runAsForPostgres()
  const cluster = openCluster(dataDir, findBinaries(dataDir, account), account, true)
  const running = readPostmaster(cluster)
  if (running && (await answers(cluster, running.endpoint))) {
    return { url: urlOf(cluster, running.endpoint, 'fairtick'), leave: async () => undefined }
  }
  const embedded = await startEmbedded({ dataDir, log })
  return { url: embedded.url, leave: () => embedded.stop() }
}
