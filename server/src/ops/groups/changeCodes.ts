import { Option } from 'commander'
import { type Authority, audited } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import { changeWithSecond, type MoneyAuthority } from '../approvals'
import { findUser } from '../findUser'
import { changing, movingMoney, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

type Kind = 'login' | 'trade'

/** A one-time code that the user types into the password form. It is shown here once; the audit log does not hold it. */
async function issue(deps: Deps, authority: Authority, account: string, kind: Kind): Promise<Row> {
  const user = await findUser(deps.database, account)
  return audited(deps.database, authority, 'change-codes.issue', async (tx) => {
    const issued = await deps.security.issueChangeCode(tx, { userId: user.id, kind, issuedBy: authority.actor })
    const expiresAt = issued.expiresAt.toISOString()
    return {
      subject: user.subject,
      details: { kind, expiresAt },
      value: { account, kind, code: issued.code, expiresAt },
    }
  })
}

/**
 * A code for a user who forgot a password, after an identity check outside this system. A second operator repeats the
 * command and sees the code, once.
 */
async function issueReset(deps: Deps, authority: MoneyAuthority, account: string, kind: Kind): Promise<Row> {
  const user = await findUser(deps.database, account)
  return changeWithSecond(deps, authority, {
    action: 'reset-codes.issue',
    subject: user.subject,
    details: { kind },
    async run(tx) {
      const issued = await deps.accounts.issueResetCode(tx, { userId: user.id, kind, issuedBy: authority.actor })
      return { account, kind, code: issued.code, expiresAt: issued.expiresAt.toISOString() }
    },
  })
}

/**
 * For a user who lost the app and the recovery codes, or whose passkeys are somebody else's. Identity has to be checked
 * first, outside this system.
 */
async function switchOff(deps: Deps, authority: Authority, account: string): Promise<Row> {
  const user = await findUser(deps.database, account)
  return audited(deps.database, authority, 'second-factor.off', async (tx) => {
    const wasOn = await deps.security.removeSecondFactor(tx, user.id)
    const passkeys = await deps.security.removePasskeys(tx, user.id)
    if (!wasOn && passkeys === 0) throw new OpsRefusal(`"${account}" has no second factor and no passkey.`)
    return { subject: user.subject, details: { passkeys }, value: { account, secondFactor: false, passkeys: 0 } }
  })
}

/** What customer service does for users about their passwords and codes. */
export function addChangeCodeCommands({ program, answer }: OpsKit) {
  const codes = program.command('change-codes').description('one-time codes for changing a password')
  changing(
    codes.command('issue').description('issue a code for one password of one user; an earlier code stops working'),
  )
    .argument('<account>')
    .addOption(
      new Option('--kind <kind>', 'which password it may change').choices(['login', 'trade']).makeOptionMandatory(),
    )
    .action((account: string, options: Authority & { kind: Kind }) =>
      answer((deps) => issue(deps, options, account, options.kind)),
    )
  movingMoney(
    program
      .command('reset-codes')
      .description('one-time codes for users who forgot a password')
      .command('issue')
      .description('issue a code for a new password, after a check of identity; a second operator repeats the command'),
  )
    .argument('<account>')
    .addOption(
      new Option('--kind <kind>', 'which password it replaces').choices(['login', 'trade']).makeOptionMandatory(),
    )
    .action((account: string, options: MoneyAuthority & { kind: Kind }) =>
      answer((deps) => issueReset(deps, options, account, options.kind)),
    )
  changing(
    program
      .command('second-factor')
      .description('two-factor authentication and passkeys')
      .command('off')
      .description('turn it off and remove all passkeys, for a user who has lost them'),
  )
    .argument('<account>')
    .action((account: string, options: Authority) => answer((deps) => switchOff(deps, options, account)))
}
