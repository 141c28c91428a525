import type { Database } from '../database/database'
import type { Auditor, AuditState } from '../ledger/auditor'
import { systemClock } from '../shared/clock'
import type { Log } from '../shared/log'

/** An auditor of all nodes: one walks over the books, all know what it found. */
export interface SharedAuditor extends Auditor {
  /** Begins to share what the auditor finds, on every node; `start` is for the one node that walks. */
  share(): void
  endSharing(): Promise<void>
}

const SHARE_EVERY_MS = 2_000
const SETTING = 'audit_state'

const STATES: readonly AuditState[] = ['ok', 'off', 'unchecked']

export function createSharedAuditor(deps: { database: Database; log: Log }, own: Auditor): SharedAuditor {
  const { database, log } = deps
  const stopped = new AbortController()
  let walking = false
  /** After this node handed the walk over, what it found itself is old. */
  let handedOver = false
  let known: AuditState = 'unchecked'
  let written: AuditState | undefined
  let loop: Promise<void> | undefined

  const found = () => (handedOver || own.state() === 'unchecked' ? undefined : own.state())

  async function read() {
    const rows = await database.query<{ value: unknown }>('select value from setting where key = $1', [SETTING])
    known = STATES.find((state) => state === rows[0]?.value) ?? 'unchecked'
  }

  async function turn() {
    const state = found()
    if (!walking || state === undefined) return read()
    if (state === written) return
    await database.query(
      `insert into setting (key, value) values ($1, to_jsonb($2::text))
       on conflict (key) do update set value = excluded.value`,
      [SETTING, state],
    )
    written = state
  }

  async function run() {
    while (!stopped.signal.aborted) {
      await turn().catch((error) => log.warn({ err: error }, 'the state of the ledger could not be shared'))
      await systemClock.sleep(SHARE_EVERY_MS, stopped.signal)
    }
  }

  return {
    state: () => found() ?? known,
    runBatch: own.runBatch,
    start() {
      walking = true
      handedOver = false
      written = undefined
      own.start()
    },
    async stop() {
      handedOver = walking
      walking = false
      await own.stop()
    },
    share() {
      loop ??= run()
    },
    async endSharing() {
      stopped.abort()
      await loop
    },
  }
}
