import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../../test/support/until'
import { runAsForPostgres } from '../src/embedded/account'
import { findBinaries } from '../src/embedded/binaries'
import { openCluster } from '../src/embedded/cluster'
import { answers, signalStop, spawnPostmaster, urlOf } from '../src/embedded/postmaster'

/** A PostgreSQL of its own without these time zones, as Debian has it without tzdata-legacy. */
export async function startPostgresWithout(zones: readonly string[]) {
  const parent = mkdtempSync(join(tmpdir(), 'fairtick-zones-'))
  const account = runAsForPostgres()
  const dataDir = join(parent, 'data')
  mkdirSync(dataDir)
  // The programs look for their data next to themselves, so both are copies, below a folder that their account may enter.
  const original = join(findBinaries(dataDir, account), '..')
  const native = mkdtempSync(join(tmpdir(), 'fairtick-native-'))
  for (const part of ['bin', 'share'])
    cpSync(join(original, part), join(native, part), { recursive: true, verbatimSymlinks: true })
  symlinkSync(join(original, 'lib'), join(native, 'lib'))
  for (const zone of zones) rmSync(join(native, 'share', 'postgresql', 'timezone', zone), { force: true })
  if (account) for (const folder of [native, parent]) chmodSync(folder, 0o755)
  const cluster = openCluster(dataDir, join(native, 'bin'), account, false)
  const { child, endpoint } = await spawnPostmaster(cluster, false)
  await until('the database to answer', () => answers(cluster, endpoint), { everyMs: 50 })
  return {
    url: urlOf(cluster, endpoint, 'postgres'),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.pid !== undefined) signalStop(cluster, child.pid, 'fast')
      await ended
      for (const folder of [native, parent]) rmSync(folder, { recursive: true, force: true })
    },
  }
}
