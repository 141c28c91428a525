import type { PayoutAccountState } from '../../../../contract/payoutAccount'
import { type Authority, audited } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import { findUser } from '../findUser'
import { changing, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

/** Unseals the name on the account, so the look is in the audit log. */
async function show(deps: Deps, account: string, authority: Authority): Promise<Row> {
  const user = await findUser(deps.database, account)
  return audited(deps.database, authority, 'payout-accounts.show', async () => {
    const value = described(account, await deps.payoutAccounts.get(user.id))
    return { subject: user.subject, details: {}, value }
  })
}

function described(account: string, state: PayoutAccountState): Row {
  const bound = state.account
  if (!bound) throw new OpsRefusal(`"${account}" has not bound a payout account.`)
  return {
    account,
    kind: bound.kind,
    bankOrChain: bound.bank ?? bound.chain,
    number: bound.masked,
    numberKind: bound.numberKind,
    bankCode: bound.bankCode,
    accountName: bound.accountName,
    nationality: bound.nationality,
    boundAt: bound.boundAt,
    payableFrom: bound.payableFrom,
    changeOpen: state.changeOpen,
  }
}

const NAMES_MAX = 100

/** Unseals the names, so the look is in the audit log. */
const listNames = (deps: Deps, authority: Authority): Promise<Row[]> =>
  audited(deps.database, authority, 'payout-accounts.names', async () => {
    const names = await deps.payoutAccounts.waitingNames(NAMES_MAX)
    const rows = names.map(({ userId: _, askedAt, dueAt, ...name }) => ({
      ...name,
      askedAt: askedAt.toISOString(),
      dueAt: dueAt.toISOString(),
    }))
    return { subject: 'payout accounts', details: { users: names.map(({ userId }) => String(userId)) }, value: rows }
  })

export function addPayoutAccountCommands({ program, answer }: OpsKit) {
  const payoutAccounts = program.command('payout-accounts').description('withdrawal accounts of users')
  changing(payoutAccounts.command('show').description('the account of one user, its number masked'))
    .argument('<account>')
    .action((account: string, options: Authority) => answer((deps) => show(deps, account, options)))
  changing(
    payoutAccounts.command('names').description('payees whose name at the bank two people have to compare'),
  ).action((options: Authority) => answer((deps) => listNames(deps, options)))
}
