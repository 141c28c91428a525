import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Option } from 'commander'
import Schema from 'typebox/schema'
import { KeyChange, type LogRestore, RESTORE_REASONS, type RestoreReason } from '../../../../contract/proof'
import { type Authority, audited } from '../../auditLog/auditLog'
import { createAcceptancesSweep } from '../../auditor/acceptancesSweep'
import { FINDINGS_MAX } from '../../auditor/sweep'
import type { Deps } from '../../deps'
import { claimProofKey } from '../../signedLogs/keyClaim'
import { handOver, isHere, prepareChange } from '../../signedLogs/keys'
import { stateRestore } from '../../signedLogs/restores'
import { changing, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

const keyChangeCheck = Schema.Compile(KeyChange)

/** The file of `prepare-change`. */
function readPrepared(file: string): KeyChange {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const value: unknown = text && /^\{[^{}]*\}\s*$/.test(text) ? JSON.parse(text) : undefined
  if (!keyChangeCheck.Check(value)) throw new OpsRefusal(`${file} holds no prepared change.`)
  return value
}

/** The newest key of PROOF_KEY takes over (docs/PROOF_FORMAT.md, "Keys"); the next head holds the change. */
async function changeKey(deps: Deps, authority: Authority & { prepared?: string }): Promise<Row> {
  const { database, keyring, clock } = deps
  const prepared = authority.prepared === undefined ? undefined : readPrepared(authority.prepared)
  const change = await audited(database, authority, 'proof.key_changed', async (tx) => {
    const done = await handOver(tx, await keyring.held(), clock.now(), prepared)
    if (typeof done === 'string') throw new OpsRefusal(done)
    const { from, to, at } = done
    return { subject: to, details: { from, to, at }, value: done }
  })
  return { from: change.from, to: change.to, at: new Date(change.at).toISOString() }
}

/** For the day on which the key that signs is lost: a change to a reserve that is kept elsewhere, signed by both today. */
async function prepare({ database, keyring, clock }: Deps, options: Authority & { to: string }): Promise<Row> {
  const change = await prepareChange(database, await keyring.held(), clock.now())
  if (typeof change === 'string') throw new OpsRefusal(change)
  writeFileSync(options.to, `${JSON.stringify(change)}\n`, { mode: 0o600, flag: 'wx' })
  const { from, to } = change
  await audited(database, options, 'proof.change_prepared', async () => ({
    subject: to,
    details: { from, to },
    value: undefined,
  }))
  return { from, to, file: options.to }
}

/**
 * Logs which part of the log is void after a restore; the next head holds the entry (docs/PROOF_DESIGN.md, "Restored logs").
 */
async function sayRestored(deps: Deps, options: Authority & { because: RestoreReason }): Promise<Row> {
  const { database, keyring, clock, config } = deps
  await claimProofKey(deps)
  const signer = await keyring.current()
  if (!isHere(signer))
    throw new OpsRefusal('The key is with the signer: run this where PROOF_KEY is set, without SIGNER_URL.')
  const said = { origin: config.proofOrigin, atMs: clock.now(), reason: options.because }
  const { kept, keptAt, at, reason } = await audited(database, options, 'proof.restored', async (tx) => {
    const done: LogRestore | string = await stateRestore(tx, signer, said)
    if (typeof done === 'string') throw new OpsRefusal(done)
    return { subject: String(done.kept), details: { ...done }, value: done }
  })
  const times = { lastHeadAt: new Date(keptAt).toISOString(), voidUntil: new Date(at).toISOString() }
  return { lastHead: kept, ...times, because: reason }
}

/**
 * After a node signed with a key that is not the log's: its signatures are dropped, and nodes sign the same terms again with the
 * right key when somebody asks. Of the orders nothing changes.
 */
async function dropForeignSignatures(deps: Deps, authority: Authority): Promise<Row> {
  const { database, keyring } = deps
  await claimProofKey(deps)
  const sweep = createAcceptancesSweep(keyring)
  let dropped = 0
  for (let from = 0n; ; ) {
    const to = await sweep.next(database, from, sweep.perSlice)
    if (to === undefined) return { dropped }
    const orders = (await sweep.find(database, from, to)).flatMap((found) => ('id' in found ? found.id : []))
    if (orders.length > 0) {
      await audited(database, authority, 'proof.signatures_dropped', async (tx) => {
        await tx.query('select drop_foreign_acceptances($1)', [orders])
        return { subject: 'PROOF_KEY', details: { orders: orders.map(String) }, value: undefined }
      })
      dropped += orders.length
    }
    // More than one answer may name are found at the next look.
    if (orders.length < FINDINGS_MAX) from = to
  }
}

/** The keys of the log: for pinning in the app and for whoever watches the log. */
async function showKeys({ proof, keyring }: Deps): Promise<Row> {
  const { log, publicKey, keys } = await proof.policy()
  const held = (await keyring.held()).map((each) => each.publicKey.toString('hex'))
  return { log, publicKey, before: keys.map(({ from }) => from).join(', ') || 'none', held: held.join(', ') }
}

export function addProofCommands({ program, answer }: OpsKit) {
  const proof = program.command('proof').description('the key that signs acceptances and the log of heads')
  proof
    .command('keys')
    .description('the log as witnesses and pins take it, and the keys that signed it before')
    .action(() => answer(showKeys))
  changing(
    proof
      .command('change-key')
      .description('the newest key of PROOF_KEY takes over; the old one signs that, too')
      .option('--prepared <file>', 'the change that prepare-change wrote: the old key is not needed'),
  ).action((options: Authority & { prepared?: string }) => answer((deps) => changeKey(deps, options)))
  changing(
    proof
      .command('prepare-change')
      .description('a change to the newest key of PROOF_KEY as a file, for the day on which the other is lost')
      .requiredOption('--to <file>', 'a new file; keep it with the reserve'),
  ).action((options: Authority & { to: string }) => answer((deps) => prepare(deps, options)))
  changing(
    proof
      .command('drop-foreign-signatures')
      .description('after a node signed with a wrong key: orders it accepted are signed again with the right one'),
  ).action((options: Authority) => answer((deps) => dropForeignSignatures(deps, options)))
  changing(
    proof
      .command('restored')
      .description('after a restore to an earlier instant, before any node starts: what the log had said since is void')
      .addOption(
        new Option('--because <reason>', 'what users are told').choices([...RESTORE_REASONS]).makeOptionMandatory(),
      ),
  ).action((options: Authority & { because: RestoreReason }) => answer((deps) => sayRestored(deps, options)))
}
