import type { Database, Queryable, Tx } from '../database/database'
import { systemClock } from '../shared/clock'
import { ConfigError } from '../shared/env'
import type { Log } from '../shared/log'
import { createLoop } from '../shared/loop'

/** A node's description of its settings; secrets appear as hashes. */
export interface NodeSettings {
  /** By setting: values that must be the same on all nodes. */
  alike: Record<string, string>
  /** By setting: values that may differ while the nodes are changed one by one. */
  terms: Record<string, string>
  /** Names of the sealing keys, the one that seals first. */
  sealing: readonly string[]
  /** Names of the keys that sign the log, the newest first. */
  proof?: readonly string[]
}

const PREFIX = 'node '
const SAY_EVERY_MS = 5_000
/** A node that was killed does not sign off: after this long it counts as gone. */
const GONE_AFTER_MS = 15_000

const differences = (mine: Record<string, string>, other: Record<string, string>) =>
  Object.keys(mine).filter((name) => other[name] !== undefined && mine[name] !== other[name])

/** While keys are changed node by node, each has to open what any other seals. */
const canOpenEachOther = (one: NodeSettings, other: NodeSettings) =>
  [
    [one, other],
    [other, one],
  ].every(([from, to]) => from?.sealing[0] === undefined || to?.sealing.includes(from.sealing[0]))

/** The log says which key signs; while keys are changed node by node, two nodes hold at least one in common. */
const canSignAlike = (one: NodeSettings, other: NodeSettings) =>
  one.proof === undefined || other.proof === undefined || one.proof.some((name) => other.proof?.includes(name))

/** Settings in which two nodes must not differ and do. */
function disagreements(mine: NodeSettings, other: NodeSettings): string[] {
  const sealing = canOpenEachOther(mine, other) ? [] : ['SEALING_KEY']
  const proof = canSignAlike(mine, other) ? [] : ['PROOF_KEY']
  return [...differences(mine.alike, other.alike), ...sealing, ...proof]
}

async function othersIn(tx: Tx, holder: string): Promise<NodeSettings[]> {
  const rows = await tx.query<{ value: { settings: NodeSettings } }>(
    `select value from setting
      where key like $1 || '%' and key <> $1 || $2
        and (value ->> 'at')::numeric > extract(epoch from clock_timestamp()) * 1000 - $3`,
    [PREFIX, holder, GONE_AFTER_MS],
  )
  return rows.map(({ value }) => value.settings)
}

const say = (queryable: Queryable, holder: string, settings: NodeSettings) =>
  queryable.query(
    `insert into setting (key, value)
       values ($1, jsonb_build_object('at', floor(extract(epoch from clock_timestamp()) * 1000), 'settings', $2::jsonb))
     on conflict (key) do update set value = excluded.value`,
    [PREFIX + holder, JSON.stringify(settings)],
  )

/**
 * Joins the nodes of this database, and says every five seconds that this one is here. Throws `ConfigError` if a
 * running node has another setting that all must have alike. Returns what leaves again.
 */
export async function joinNodes(
  deps: { database: Database; log: Log },
  holder: string,
  mine: NodeSettings,
): Promise<() => Promise<void>> {
  const { database, log } = deps
  const others = await database.withTransaction(async (tx) => {
    // One lock for all that join: of two that start together, the second one sees the first one.
    await tx.query(`insert into setting (key, value) values ('nodes', 'null') on conflict do nothing`)
    await tx.query(`select key from setting where key = 'nodes' for update`)
    await tx.query(
      `delete from setting
        where key like $1 || '%' and (value ->> 'at')::numeric <= extract(epoch from clock_timestamp()) * 1000 - $2`,
      [PREFIX, GONE_AFTER_MS],
    )
    const found = await othersIn(tx, holder)
    const wrong = [...new Set(found.flatMap((other) => disagreements(mine, other)))]
    if (wrong.length > 0) {
      throw new ConfigError(
        `${wrong.join(', ')}: another node that runs on this database has it otherwise. ` +
          'Set it alike on all nodes; to change it, stop them all (one that was killed counts for 15 s).',
      )
    }
    await say(tx, holder, mine)
    return found
  })
  const terms = [...new Set(others.flatMap((other) => differences(mine.terms, other.terms)))]
  if (terms.length > 0) log.warn({ settings: terms }, 'other nodes have these settings otherwise')
  const saying = createLoop({
    clock: systemClock,
    everyMs: SAY_EVERY_MS,
    restFirst: true,
    turn: () => say(database, holder, mine),
    failed: (error) => log.warn({ err: error }, 'this node could not say that it is here'),
  })
  saying.start()
  return async () => {
    await saying.stop()
    await database.query('delete from setting where key = $1', [PREFIX + holder]).catch(() => undefined)
  }
}
