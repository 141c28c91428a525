import { createECDH } from 'node:crypto'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { TOTP } from 'otpauth'
import type { Database } from '../../server/src/database/database'
import { PYTH_FEEDS } from '../../server/src/market/signed/feedIds'
import { present } from '../../server/src/shared/assert'
import { pause, until } from '../support/until'
import type { Break } from './break'
import { type Machine, type Machines, PORTS } from './machines'
import { START, sayClock } from './start'
import { originOf } from './watchedHouse'

/** Waits until all orders but those that are set aside are past a status. */
function noneIs(database: Database, status: 'pending' | 'open') {
  const sql = `select from trade_order where status = order_${status}() and stake <> 777`
  const isSo = async () => (await database.query(sql)).length === 0
  return until(`no order is ${status}`, isSo, { everyMs: 50 })
}

const refuseTo = (act: 'insert' | 'update', table: string) =>
  `create trigger refuse before ${act} on ${table} for each statement execute function refuse()`

const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value)

const exporterOf = ({ address }: Machines, name: Machine) => `${address[name]}:${PORTS.nodeExporter}`

/** Problems in the books and queues, and nobody has noticed. */
const books: Break = {
  alerts: ['WaitsPastItsTime', 'SavingsSetAside', 'SavingsBehind', 'CalendarEnds', 'PushesFail', 'BooksDoNotAddUp'],
  async make({ database }) {
    const key = createECDH('prime256v1').generateKeys('hex')
    const overdue = "clock_timestamp() - interval '2 days'"
    const waiting = `insert into verification (user_id, attempt, status, nationality, sealed_name, sealed_id_number, front_photo_id,
        back_photo_id, submitted_at)
      select max(id), 1, 'submitted', 'CN', '', '', gen_random_uuid(), gen_random_uuid(), ${overdue} from app_user`
    const aside = `insert into savings_account (user_id) select max(id) from app_user;
      insert into savings_set_aside (user_id, reason, since, retry_at)
      select max(id), 'a test', clock_timestamp(), clock_timestamp() + interval '1 day' from app_user`
    // The fund is at a day that is long over, and nothing can be booked.
    const calendar = `delete from savings_closed_day where day >= date_trunc('year', current_date)`
    const savings = `update savings_fund set accrued_through = current_date - 5; ${refuseTo('update', 'savings_fund')}`
    // A browser whose push service is gone has three hundred messages to get, one subscription each: a slow machine sends enough of them within the window.
    const pushes = `insert into session (id, token_hash, user_id, device, created_at, last_seen_at, expires_at)
      select gen_random_uuid(), decode(md5(nth::text), 'hex'), (select max(id) from app_user), 'test', clock_timestamp(),
             clock_timestamp(), clock_timestamp() + interval '1 day' from generate_series(1, 300) nth;
      insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, locale, created_at)
      select user_id, id, 'https://127.0.0.1:9/' || id, decode('${key}', 'hex'), decode(repeat('00', 16), 'hex'), 'en',
             created_at from session where device = 'test';
      insert into push_delivery (subscription_id, user_id, category, kind, facts, count, created_at, expires_at, due_at)
      select id, user_id, 'money', 'deposit_credited', '{"amount": "1.00", "currency": "USD"}', 1, clock_timestamp(),
             clock_timestamp() + interval '1 day', clock_timestamp() from push_subscription`
    const account = `alter table ledger_account disable trigger all;
      update ledger_account set balance = balance + 1 where kind = 102;
      alter table ledger_account enable trigger all`
    for (const sql of [waiting, aside, calendar, savings, pushes, account]) await database.query(sql)
  },
}

/** As far back as the alert looks (watchers.ts). */
const LOOKED_BACK_MS = 30_000

/**
 * Users win more than the house should lose, and one order cannot be booked until it is tried again, a minute later. On a busy
 * machine some orders end before the price rises, so they win again until the house has lost enough.
 */
const results: Break = {
  alerts: ['HouseLoses', 'OrdersSetAside', 'OrdersSettledLate'],
  async make({ database, market, users: [first, second] }, comes) {
    await database.query(
      'alter table trade_order add constraint refused check (status <= order_open() or stake <> 777) not valid',
    )
    expect(await second?.place(1, '7.77')).toEqual([201])
    const lost = comes('HouseLoses').then(() => true)
    async function win() {
      for (let isLost = false; !isLost; ) {
        const placed = [first, second].map((user) => user?.place(9, '1000.00', 10))
        expect((await Promise.all(placed)).flat()).toEqual(times(18, 201))
        await noneIs(database, 'pending')
        market.price += 1_000
        await noneIs(database, 'open')
        isLost = await Promise.race([lost, pause(LOOKED_BACK_MS).then(() => false)])
      }
    }
    const mend = () => database.query('alter table trade_order drop constraint refused')
    await Promise.all([win(), comes('OrdersSetAside').then(mend)])
  },
}

/** Somebody has the password of a member of staff. */
const guesses: Break = {
  alerts: ['StaffFactorsWrong'],
  async make({ console: { invite, post } }) {
    // The database may be restarting as a primary with a replica.
    const token = await until('an invitation', () => invite().catch(() => undefined), {
      everyMs: 500,
    })
    const password = 'a long staff password'
    const { secret } = (await (await post('/invitations/open', { token })).json()) as { secret: string }
    const code = new TOTP({ secret }).generate()
    expect((await post('/invitations/accept', { token, password, code })).status).toBe(200)
    const tried = times(5, { login: 'admin', password, code: '000000' }).map((body) => post('/session', body))
    expect((await Promise.all(tried)).map(({ status }) => status)).toEqual(times(5, 401))
  },
}

/** More of them at once than the second node has connections: all of them wait, and for longer than a second. */
const LATE = 20
/** Longer than an answer may take. */
const LATE_MS = 1_500

/**
 * A table is locked until a transaction is old: requests to the second node wait for connections, and their answers are late,
 * again and again until one in twenty of all that are given is.
 */
const connections: Break = {
  alerts: ['ConnectionsScarce', 'TransactionOld', 'AnswersSlow'],
  async make({ database, machines, users: [user] }, comes) {
    const askMany = () =>
      Promise.all(
        times(LATE, '/favourites').map((path) => user?.ask('GET', path, undefined, originOf(machines, 'db2'))),
      )
    const lockWhile = (wait: () => Promise<unknown>) =>
      database.withTransaction(async (tx) => {
        await tx.query('lock table favourite in access exclusive mode')
        const asked = askMany()
        await wait()
        return { asked }
      })
    let isSlow = false
    const slow = comes('AnswersSlow').finally(() => {
      isSlow = true
    })
    let { asked } = await lockWhile(() => Promise.all([comes('ConnectionsScarce'), comes('TransactionOld')]))
    while (!isSlow) {
      await asked
      asked = (await lockWhile(() => pause(LATE_MS))).asked
    }
    await slow
  },
}

/** Runs the command after it where Perl cannot be run. */
const WITHOUT_PERL = ['unshare', '-m', 'sh', '-c', 'mount --bind /dev/null /usr/bin/perl && exec "$@"', 'sh']

/** The second node, which sends nothing that another break waits for, comes to its work in pieces, then dies again and again, and comes back on a machine without Perl. */
const restarts: Break = {
  alerts: ['EventLoopLate', 'NodeRestarts', 'DecodersUnconfined'],
  async make({ nodes: { db2: node }, watchers }, comes) {
    // Halted for most of each second.
    const pid = present(node.pid(), 'it runs')
    const goOn = () => process.kill(pid, 'SIGCONT')
    let halt: NodeJS.Timeout | undefined
    const busy = setInterval(() => {
      process.kill(pid, 'SIGSTOP')
      halt = setTimeout(goOn, 700)
    }, 1_000)
    await comes('EventLoopLate').finally(() => {
      clearInterval(busy)
      clearTimeout(halt)
      goOn()
    })
    const starts = 'changes(process_start_time_seconds{job="fairtick"}[15m])'
    for (let death = 1; death <= 3; death++) {
      await node.kill()
      await node.start(death === 3 ? WITHOUT_PERL : [])
      const isSeen = async () => ((await watchers.ask(`${starts} >= ${death}`)) ?? []).length > 0
      await until('its start in figures', isSeen, { everyMs: 100 })
    }
  },
}

/** The log of the primary runs away from the replica, whose replay stands still, and fills the disk. */
const replica: Break = {
  alerts: ['ReplicaBehind', 'LogGrows'],
  async make({ database, machines }, comes) {
    machines.signalReplay('db2', 'SIGSTOP')
    for (let segment = 0; segment < 18; segment++) {
      await database.query("select pg_logical_emit_message(true, 'a test', 'x'), pg_switch_wal()")
    }
    // Empty as a file can be, and of the size that it has.
    const large = machines.of('db1', 'data/pg_wal/ffffffffffffffffffffffff')
    writeFileSync(large, '')
    truncateSync(large, 11e9)
    for (const name of ['ReplicaBehind', 'LogGrows']) await comes(name)
    rmSync(large)
    machines.signalReplay('db2', 'SIGCONT')
  },
}

/** Redis dies, and somebody forgets that fail-over is paused. */
const parts: Break = {
  alerts: ['BusLost', 'FailoverPaused'],
  async make({ programs, machines }, comes) {
    await programs.end('redis')
    await machines.setPaused(true)
    await comes('FailoverPaused')
    await machines.setPaused(false)
  },
}

/** The clock of the second machine is off, although something synchronizes it. */
const clock: Break = {
  alerts: ['ClockOff'],
  async make({ machines, watchers }, comes) {
    const [instance, real] = [exporterOf(machines, 'db2'), exporterOf(machines, 'db1')]
    const figures = `{__name__=~"node_timex_offset_seconds|node_timex_sync_status",instance="${real}"}`
    expect(await watchers.ask(figures)).toHaveLength(2)
    await watchers.noneFires(`alertname="ClockOff",instance="${instance}"`)
    sayClock(machines, 0.4)
    await comes('ClockOff', { instance })
    sayClock(machines, 0)
  },
}

/** A monitor of another house's log has found something an hour ago, and has stopped. */
const monitor: Break = {
  alerts: ['LogDoesNotHold', 'LogNotLookedAt'],
  async make({ machines }, comes) {
    const file = machines.of('db1', 'figures/monitor.prom')
    const log = '{log="https://another.example"}'
    const hourAgo = Math.floor(Date.now() / 1_000) - 3_600
    writeFileSync(file, `fairtick_monitor_holds${log} 0\nfairtick_monitor_looked_timestamp_seconds${log} ${hourAgo}\n`)
    for (const name of ['LogDoesNotHold', 'LogNotLookedAt']) await comes(name)
    rmSync(file)
  },
}

/** The signer dies, and orders are refused until it is back. */
const signer: Break = {
  alerts: ['SignerGone', 'ServerErrors'],
  async make({ programs, startSigner, watchers, users: [user] }, comes) {
    await programs.end('signer')
    await comes('SignerGone')
    expect(await user?.place(1, '1.00')).toEqual([503])
    // A counter grows from the first time that Prometheus has seen it.
    const errors = async () =>
      (await watchers.ask('http_request_duration_seconds_count{route=~".*/orders",status="503"}')) ?? []
    await until('the first error', async () => (await errors()).length > 0, { everyMs: 100 })
    expect(await user?.place(20, '1.00')).toEqual(times(20, 503))
    startSigner()
    const isBack = async () => (await user?.place(1, '1.00'))?.[0] === 201
    await until('an order with the signer back', isBack, { everyMs: 100 })
  },
}

/** Prices come too late for the log, as after a leader whose clock was ahead. */
const ticks: Break = {
  alerts: ['TicksLost'],
  async make({ database }, comes) {
    await database.query('update tick_head set through_ms = through_ms + 4000')
    await comes('TicksLost')
    const sql = 'select from tick where at_ms > extract(epoch from clock_timestamp()) * 1000 - 1000 limit 1'
    await until('prices', async () => await database.some(sql), { everyMs: 100 })
  },
}

/** Somebody sends prices that too few have signed, between those that hold. */
const forgery: Break = {
  alerts: ['UpdatesRefused'],
  async make({ hermes }, comes) {
    hermes.forgery.on = true
    await comes('UpdatesRefused')
    hermes.forgery.on = false
  },
}

/** The oracle no longer has one of the feeds; those of the others continue. */
const withdrawal: Break = {
  alerts: ['ProductWithoutPrices'],
  async make({ hermes }, comes) {
    const feed = present(PYTH_FEEDS.WTI, 'it has one')
    hermes.withdrawn.answer = 'named'
    hermes.withdraw(feed)
    await comes('ProductWithoutPrices', { source: 'pyth', product: 'WTI', why: 'refused' })
    hermes.withdrawn.feeds.clear()
  },
}

/**
 * While orders wait for their results, no head can be made, and then the prices stop for longer than the product allows. With
 * heads again all are settled late, and most are void.
 */
const settlement: Break = {
  alerts: ['SettlementStuck', 'SettlementLate', 'SourceDown', 'PricesStandStill', 'ManyVoids'],
  async make({ database, hermes, silence, users: [first, second] }, comes) {
    // None has ended yet when the heads stop, also on a busy machine.
    const placed = [first?.place(2, '1.00', 10), second?.place(30, '1.00', 20)]
    expect((await Promise.all(placed)).flat()).toEqual(times(32, 201))
    await noneIs(database, 'pending')
    await database.query(refuseTo('insert', 'tree_head'))
    // The breaks of the oracle need one that speaks.
    await until('the oracle as it was', () => !hermes.forgery.on && hermes.withdrawn.feeds.size === 0)
    silence()
    for (const name of ['SettlementStuck', 'SourceDown', 'PricesStandStill']) await comes(name)
    await database.query('drop trigger refuse on tree_head')
  },
}

/** The node that does everything is gone, and what it last said of the books is old; then what holds the machines together goes. */
const end: Break = {
  alerts: [
    'NodeDown',
    'NobodyWritesPrices',
    'BooksUnchecked',
    'AuditorStandsStill',
    'FullPassOld',
    'ReplicaLost',
    'EtcdWithoutLeader',
    'PrimaryMissing',
    'ProxyFindsNobody',
    'PartDown',
    'DatabaseDown',
    'SiteDown',
  ],
  async make({ nodes, database, machines, programs }, comes) {
    await nodes.db1.kill()
    const [hour, day] = [3_600_000, 86_400_000]
    await database.query(
      `update setting set value = value || jsonb_build_object('state', 'unchecked', 'checkedAt', $1::bigint, 'fullPassAt', $2::bigint,
         'at', floor(extract(epoch from clock_timestamp()) * 1000)) where key = 'audit_state'`,
      [Date.now() - hour, Date.now() - 3 * day],
    )
    for (const name of ['BooksUnchecked', 'AuditorStandsStill', 'FullPassOld']) await comes(name)
    // Without etcd a primary steps down; how soon is a setting.
    await machines.hurryPatroni()
    await machines.killPostgres('db2')
    await programs.end('etcd db2')
    for (const name of ['EtcdWithoutLeader', 'PrimaryMissing', 'ReplicaLost', 'PartDown']) await comes(name)
    await comes('ProxyFindsNobody', { proxy: 'database' })
    await machines.killPostgres('db1').catch(() => undefined)
  },
}

/** Steps in parallel, and in each line one after the other; all of it between a start and an end. */
export const LINES: readonly (readonly Break[])[] = [
  [books],
  [results, signer, ticks, settlement],
  [forgery, withdrawal],
  [guesses, connections, restarts],
  [replica],
  [parts],
  [clock, monitor],
]
export const END = end

export const ALL = [START, ...LINES.flat(), end]
