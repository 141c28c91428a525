import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { offerSeconds } from '../support/shortDurations'
import type { Break, Comes } from './break'
import type { Machines } from './machines'
import { originOf, type WatchedHouse } from './watchedHouse'

/**
 * The clock metrics of the second machine's node_exporter. A clock belongs to the whole machine, and other work there
 * needs it right: that exporter does not ask the kernel (watchers.ts), and gives these figures, named as the first
 * machine's are, from a file.
 */
export function sayClock(machines: Machines, offsetSeconds: number) {
  const text = `node_timex_offset_seconds ${offsetSeconds}\nnode_timex_sync_status 1\n`
  writeFileSync(machines.of('db2', 'figures/clock.prom'), text)
}

/** All but the nodes; ends when PostgreSQL answers. */
async function startMachines({ machines, watchers, database, waitFor }: WatchedHouse) {
  const sixtyHoursAgo = Math.floor(Date.now() / 1000 - 60 * 3600)
  for (const step of ['objects', 'rehearsal']) {
    const text = `fairtick_backup_timestamp_seconds{step="${step}"} ${sixtyHoursAgo}\n`
    writeFileSync(machines.of('db1', `figures/fairtick_backup_${step}.prom`), text)
  }
  sayClock(machines, 0)
  await watchers.start()
  machines.startStore()
  machines.startRedis()
  machines.startPatroni('db1')
  for (const name of ['db1', 'db2'] as const) {
    machines.startEtcd(name)
    machines.startProxy(name)
    machines.startPostgresExporter(name)
  }
  const answers = () => database.query('select 1').then(Boolean, () => false)
  await waitFor('PostgreSQL', answers, 'patroni db1')
  machines.startPatroni('db2')
}

/** Nodes with their users, whose orders may last 3, 10 or 20 seconds. */
async function startNodes({ machines, nodes, database, waitFor, ...house }: WatchedHouse) {
  await house.migrate()
  house.startSigner()
  await nodes.db1.start()
  // The year after this one has its holidays, on any day.
  await database.query(`
    insert into savings_closed_day (day, note)
      select day, 'a test' from generate_series(date_trunc('year', current_date) + interval '1 year', current_date + interval '2 years',
        interval '1 day') day where extract(isodow from day) < 6 limit 1
      on conflict do nothing;
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$;
    ${offerSeconds(3, 10, 20)}`)
  const product = () => fetch(`${originOf(machines, 'db1')}/api/products/BTCUSDT`)
  const offers = async () => /"seconds":3\b/.test(await (await product()).text())
  await Promise.all([nodes.db2.start(), house.createUsers(), waitFor('orders of three seconds', offers, 'signer')])
}

/** The archive of the log does not take anything before its first backup. */
async function startArchive({ machines, watchers, database, waitFor }: WatchedHouse, comes: Comes) {
  const isWatched = async () => ((await watchers.ask('pg_stat_archiver_failed_count')) ?? []).length > 0
  await waitFor('figures of the archiver', isWatched, 'postgres exporter db1')
  await database.query('select pg_switch_wal()')
  await comes('LogArchiveFails')
  await machines.backup('db1')
  await watchers.ends('BackupOld')
}

/** Nothing is there yet but what watches: no node, no database, no backup. The certificate of the site is old, one disk is full, and no authority signs times. */
export const START: Break = {
  alerts: [
    'Watchdog',
    'NoNodeAnswers',
    'CertificateEnds',
    'DiskFills',
    'BackupOld',
    'RehearsalOld',
    'TimeStampOld',
    'ObjectsOld',
    'LogArchiveFails',
  ],
  async make(house, comes) {
    const { folder, database, watchers, waitFor } = house
    await startMachines(house)
    // Patroni ends connections when it makes the cluster ready.
    const follows = () => database.some("select from pg_stat_replication where sync_state = 'sync'").catch(() => false)
    await Promise.all([
      startArchive(house, comes),
      startNodes(house),
      waitFor('the replica', follows, 'patroni db2'),
      comes('DiskFills', { mountpoint: join(folder, 'disk') }),
    ])
    await watchers.ends('NoNodeAnswers')
  },
}
