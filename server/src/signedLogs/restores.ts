import type { LogRestore, RestoreReason } from '../../../contract/proof'
import type { Queryable, Tx } from '../database/database'
import { lockHeads, readLatestHead } from './heads'
import type { KeyHolder } from './signer'
import { restoreText } from './texts'

/** Apps take this many; who restores more often has another log. */
const RESTORES_MAX = 16
/** A node reports every five seconds; after this long without a report it counts as gone. */
const GONE_AFTER_MS = 15_000

/** Every statement of a restored log, oldest first. */
export async function readRestores(database: Queryable): Promise<LogRestore[]> {
  const rows = await database.query<{
    kept: bigint
    root: Buffer
    kept_at_ms: bigint
    at_ms: bigint
    reason: RestoreReason
    public_key: Buffer
    signature: Buffer
  }>('select * from log_restore order by number')
  return rows.map((row) => ({
    kept: Number(row.kept),
    root: row.root.toString('hex'),
    keptAt: Number(row.kept_at_ms),
    at: Number(row.at_ms),
    reason: row.reason,
    publicKey: row.public_key.toString('hex'),
    signature: row.signature.toString('hex'),
  }))
}

async function isServed(tx: Tx): Promise<boolean> {
  const found = await tx.first<{ served: boolean }>(
    `select exists (select 1 from setting where key like 'node %'
        and (value ->> 'at')::numeric > extract(epoch from clock_timestamp()) * 1000 - $1) as served`,
    [GONE_AFTER_MS],
  )
  return found?.served === true
}

/**
 * The house states, before any node runs again, that the heads after the newest one of the restored database are void. It is
 * an entry of the public log of feeds, too. A text says why it cannot be.
 */
export async function stateRestore(
  tx: Tx,
  signer: KeyHolder,
  said: { origin: string; atMs: number; reason: RestoreReason },
): Promise<LogRestore | string> {
  await lockHeads(tx)
  if (await isServed(tx))
    return 'A node runs on this database: stop all, state this, then start them (15 s after a kill).'
  const [head, earlier] = [await readLatestHead(tx), await readRestores(tx)]
  if (!head) return 'The log has no head: nothing is void.'
  if (earlier.at(-1)?.kept === head.number) return 'That is stated already.'
  if (earlier.length >= RESTORES_MAX) return `The log was restored ${RESTORES_MAX} times, and apps take no more.`
  const root = head.logRoot.toString('hex')
  const facts = { kept: head.number, root, keptAt: head.atMs, at: said.atMs, reason: said.reason }
  const signature = signer.signNow(restoreText(said.origin, facts))
  await tx.query(
    `insert into log_restore (number, kept, root, kept_at_ms, at_ms, reason, public_key, signature)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [earlier.length + 1, head.number, head.logRoot, head.atMs, said.atMs, said.reason, signer.publicKey, signature],
  )
  await tx.query('select append_feed_events($1, $2, $3, $4)', [
    [said.atMs],
    ['restored'],
    ['-'],
    [[head.number, root, said.reason, signature.toString('hex')].join('|')],
  ])
  return { ...facts, publicKey: signer.publicKey.toString('hex'), signature: signature.toString('hex') }
}
