import type { Database, Queryable } from '../database/database'
import type { Auditor, AuditState } from '../ledger/auditor'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'

/** An auditor of all nodes: one walks over the books, all know what it found. */
export interface SharedAuditor extends Auditor {
  /** Begins to share what the auditor finds, on every node; `start` is for the one node that walks. */
  share(): void
  /**
   * What is known now, read from the database in the transaction of `tx`: also in a process that walks over nothing and
   * shares nothing, such as an operator's command. `unchecked` where nobody has said anything for a minute.
   */
  stateIn(tx: Queryable): Promise<AuditState>
  endSharing(): Promise<void>
}

const SHARE_EVERY_MS = 2_000
const SETTING = 'audit_state'
const OLD_AFTER_MS = 60_000

const STATES: readonly AuditState[] = ['ok', 'off', 'unchecked']

export function createSharedAuditor(deps: { database: Database; log: Log }, own: Auditor): SharedAuditor {
  const { database, log } = deps
  let walking = false
  /** After this node handed the walk over, what it found itself is old. */
  let handedOver = false
  let known: AuditState = 'unchecked'

  const found = () => (handedOver || own.state() === 'unchecked' ? undefined : own.state())

  /** Of the leader's last word; the database's clock is the one that all processes share. */
  async function readIn(queryable: Queryable): Promise<AuditState> {
    const rows = await queryable.query<{ state: string }>(
      `select value ->> 'state' as state from setting
        where key = $1 and (value ->> 'at')::numeric > extract(epoch from clock_timestamp()) * 1000 - $2`,
      [SETTING, OLD_AFTER_MS],
    )
    return STATES.find((state) => state === rows[0]?.state) ?? 'unchecked'
  }

  async function read() {
    known = await readIn(database)
  }

  async function turn() {
    const state = found()
    if (!walking || state === undefined) return read()
    await database.query(
      `insert into setting (key, value)
         values ($1, jsonb_build_object('state', $2::text, 'at', floor(extract(epoch from clock_timestamp()) * 1000)))
       on conflict (key) do update set value = excluded.value`,
      [SETTING, state],
    )
  }

  const sharing = createLoop({
    clock: systemClock,
    everyMs: SHARE_EVERY_MS,
    turn,
    failed: (error) => log.warn({ err: error }, 'the state of the ledger could not be shared'),
  })

  return {
    state: () => found() ?? known,
    async stateIn(tx) {
      const [mine, shared] = [found(), await readIn(tx)]
      return mine === 'off' || shared === 'off' ? 'off' : (mine ?? shared)
    },
    runBatch: own.runBatch,
    start() {
      walking = true
      handedOver = false
      own.start()
    },
    async stop() {
      handedOver = walking
      walking = false
      await own.stop()
    },
    share() {
      sharing.start()
    },
    async endSharing() {
      await sharing.stop()
    },
  }
}
