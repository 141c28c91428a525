import { type Authority, audited } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import { handOver } from '../../proof/keys'
import { changing, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

/** The newest key of PROOF_KEY takes over (docs/PROOF.md, "Keys"); the next head holds the change. */
async function changeKey({ database, keyring, clock, heads }: Deps, authority: Authority): Promise<Row> {
  const change = await audited(database, authority, 'proof.key_changed', async (tx) => {
    const done = await handOver(tx, await keyring.held(), clock.now())
    if (typeof done === 'string') throw new OpsRefusal(done)
    const { from, to, at } = done
    return { subject: to, details: { from, to, at }, value: done }
  })
  const { number } = await heads.seal()
  return { from: change.from, to: change.to, at: new Date(change.at).toISOString(), head: number }
}

/** Whose key it is: for a pin of the app and for whoever watches the log. */
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
    proof.command('change-key').description('the newest key of PROOF_KEY takes over; the old one signs that, too'),
  ).action((options: Authority) => answer((deps) => changeKey(deps, options)))
}
