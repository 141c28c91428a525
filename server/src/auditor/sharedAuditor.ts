import type { Database, Queryable } from '../database/database'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'
import type { AuditFacts, Auditor } from './auditor'
import type { AuditState } from './verdict'

/** An auditor of all nodes: one walks the books, and all know what it found. */
export interface SharedAuditor extends Auditor {
  /** Begins to share what the auditor finds, on every node; `start` is for the one node that walks. */
  share(): void
  /**
   * The current state, read from the database in the transaction of `tx`: also in a process that walks over nothing and
   * shares nothing, such as an operator's command. `unchecked` if nobody has said anything for a minute.
   */
  factsIn(tx: Queryable): Promise<AuditFacts>
  endSharing(): Promise<void>
}

const SHARE_EVERY_MS = 2_000
const SETTING = 'audit_state'
const OLD_AFTER_MS = 60_000

const STATES: readonly AuditState[] = ['ok', 'off', 'unchecked']
const NOTHING: AuditFacts = { state: 'unchecked', checkedAt: undefined, fullPassAt: undefined, findings: [] }

export function createSharedAuditor(deps: { database: Database; log: Log }, own: Auditor): SharedAuditor {
  const { database, log } = deps
  let walking = false
  /** Once another node walks, this node's own findings are out of date. */
  let handedOver = false
  let known = NOTHING

  /** This node's own findings, once it has checked new rows. */
  function found(): AuditFacts | undefined {
    const facts = own.facts()
    return handedOver || (facts.state !== 'off' && facts.checkedAt === undefined) ? undefined : facts
  }

  /** The walker's last word. Its age goes by the database's clock, which all processes share. */
  async function readIn(queryable: Queryable): Promise<AuditFacts> {
    const said = await queryable.first<{ value: Partial<AuditFacts>; old: boolean }>(
      `select value, (value ->> 'at')::numeric <= extract(epoch from clock_timestamp()) * 1000 - $2 as old
         from setting where key = $1`,
      [SETTING, OLD_AFTER_MS],
    )
    if (!said) return NOTHING
    const state = STATES.find((one) => one === said.value.state)
    return { ...NOTHING, ...said.value, state: said.old || !state ? 'unchecked' : state }
  }

  async function turn() {
    const facts = found()
    if (!walking || facts === undefined) {
      known = await readIn(database)
      return
    }
    await database.query(
      `insert into setting (key, value)
         values ($1, $2::jsonb || jsonb_build_object('at', floor(extract(epoch from clock_timestamp()) * 1000)))
       on conflict (key) do update set value = excluded.value`,
      [SETTING, JSON.stringify(facts)],
    )
  }

  const sharing = createLoop({
    clock: systemClock,
    everyMs: SHARE_EVERY_MS,
    turn,
    failed: (error) => log.warn({ err: error }, 'the state of the ledger could not be shared'),
  })

  return {
    facts: () => found() ?? known,
    state: () => (found() ?? known).state,
    async factsIn(tx) {
      const [mine, shared] = [found(), await readIn(tx)]
      return shared.state === 'off' ? shared : (mine ?? shared)
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
