import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { createDatabase } from '../../server/src/database/database'
import { migrate } from '../../server/src/database/migrate'
import { newId } from '../../server/src/shared/ids'
import { createLog } from '../../server/src/shared/log'
import { asked } from '../../server/test/asks'
import { lendRoles } from '../../server/test/database'
import { type Node, startNode } from '../../server/test/nodes'
import { stepsOf } from '../support/runbook'
import { until } from '../support/until'
import { type BackedUp, startBackedUp } from './backedUp'

const TERMS = { symbol: 'BTCUSDT', direction: 'up', stake: '10.00', durationSeconds: 30, earningsRateBp: 7500 } as const

let backedUp: BackedUp
let node: Node | undefined
let endReplica: (() => Promise<unknown>) | undefined

beforeAll(async () => {
  backedUp = await startBackedUp()
})
afterAll(async () => {
  await node?.stop()
  await endReplica?.()
  await backedUp?.remove()
})

async function placeOrder(on: Node, token: string): Promise<string> {
  let answer: unknown
  const place = async () => {
    // One that was asked for long ago is not taken.
    const id = newId()
    const { status, value } = await on.call('POST', '/orders', token, asked({ id, ...TERMS }))
    answer = value
    return status === 201 && id
  }
  return until('the order is taken', place, { describe: () => JSON.stringify(answer) })
}

/** A synchronous replica of the primary, as an operator makes one. @returns its folder, its address and its shell */
async function startReplica() {
  const { asPostgres, configuration, database, own, postgres } = backedUp
  const [data, port] = [join(own, 'replica'), String(await freePort())]
  const from = `host=127.0.0.1 port=${new URL(postgres.url).port} user=fairtick application_name=replica`
  await asPostgres(`pg_basebackup --dbname='${from}' --pgdata=${data} --write-recovery-conf --wal-method=stream`)
  writeFileSync(
    join(data, 'postgresql.auto.conf'),
    `max_connections = 200\nport = ${port}\nunix_socket_directories = '${own}'\narchive_mode = off\n` +
      `archive_command = 'pgbackrest --config=${configuration} --stanza=fairtick archive-push "%p"'\n`,
    { flag: 'a' },
  )
  const env = { PGDATA: data, PGHOST: own, PGPORT: port }
  await asPostgres(`pg_ctl -l ${data}/log -w start`, env)
  endReplica = () => asPostgres('pg_ctl -m immediate stop', env)
  await database.query(`alter system set synchronous_standby_names = 'ANY 1 (replica)'`)
  await database.query('select pg_reload_conf()')
  const isSynchronous = async () =>
    (await database.query(`select 1 from pg_stat_replication where sync_state = 'quorum'`)).length === 1
  await until('commits wait for the replica', isSynchronous)
  return { data, url: `postgres://fairtick@127.0.0.1:${port}/postgres`, env }
}

test('the primary is lost: its replica takes over by the words of the runbook, with every order and with backups', async () => {
  const { asPostgres, configuration, own, postgres, script } = backedUp
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  await script('backup full')
  const replica = await startReplica()
  const before = await startNode(postgres.url)
  node = before
  const token = await before.newUser('before_loss')
  const order = await placeOrder(before, token)
  node = undefined
  await before.stop()
  await backedUp.loseDatabase()
  backedUp.configure('S3RVER', configuration, { DATA: replica.data, SOCKETS: own, PORT: replica.env.PGPORT })

  for (const step of stepsOf('**Elsewhere**, on the machine', '## Primary and replica', [
    'pg_ctl',
    'psql',
    'deploy/backup/backup',
  ])) {
    if (!('command' in step)) throw new Error(`There is no setting to change: ${step.name}`)
    const line = step.command.replace(/^deploy\/backup\//, `${join(__dirname, '../../deploy/backup')}/`)
    // Where psql prints, it prints that this is no replica any more.
    const said = await asPostgres(line.replace('restart', `restart -l ${replica.data}/log`), replica.env)
    if (line.includes('pg_is_in_recovery')) expect(said.trim()).toBe('f')
  }
  const after = await startNode(replica.url)
  node = after
  expect((await after.call('GET', `/orders/${order}`, token)).status).toBe(200)
  await placeOrder(after, token)
  const database = createDatabase(replica.url, createLog('silent'), 1)
  const archiver = await database.first<{ sent: boolean }>('select archived_count > 0 as sent from pg_stat_archiver')
  await database.close()
  expect(archiver?.sent).toBe(true)
})
