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

export function addPayoutAccountCommands({ program, answer }: OpsKit) {
  const payoutAccounts = program.command('payout-accounts').description('withdrawal accounts of users')
  changing(payoutAccounts.command('show').description('the account of one user, its number masked'))
    .argument('<account>')
    .action((account: string, options: Authority) => answer((deps) => show(deps, account, options)))
}
