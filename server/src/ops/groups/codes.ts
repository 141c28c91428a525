import { type Authority, audited } from '../../auditLog/auditLog'
import type { Database } from '../../database/database'
import type { Deps } from '../../deps'
import { changing, type OpsKit, OpsRefusal, wholeNumber } from '../kit'
import type { Row } from '../print'

const CODES_PER_COMMAND_MAX = 100

/** New account-opening codes, at most 100 per command. */
async function issueCodes({ database, accounts }: Deps, authority: Authority, count: number): Promise<Row[]> {
  if (!Number.isInteger(count) || count < 1 || count > CODES_PER_COMMAND_MAX) {
    throw new OpsRefusal(`--count must be a whole number from 1 to ${CODES_PER_COMMAND_MAX}.`)
  }
  return audited(database, authority, 'codes.issue', async (tx) => {
    const codes: string[] = []
    for (let index = 0; index < count; index++) codes.push(await accounts.issueOpeningCode(tx, authority.actor))
    // A code opens an account for whoever reads it: the log says enough to find it in the list of codes.
    const masked = codes.map((code) => `${code.slice(0, 2)}…`)
    return { subject: `${count} codes`, details: { codes: masked }, value: codes.map((code) => ({ code })) }
  })
}

/** Codes that operators issued, newest first, with how many accounts each has opened. */
async function listCodes(database: Database, limit: number): Promise<Row[]> {
  const rows = await database.query<{ code: string; issued_by: string; created_at: Date; used: bigint }>(
    `select code, issued_by, created_at, (select count(*) from app_user where invited_by_code = opening_code.code) as used
       from opening_code where issued_by is not null order by created_at desc, code limit $1`,
    [limit],
  )
  return rows.map((row) => ({
    code: row.code,
    issuedBy: row.issued_by,
    createdAt: row.created_at.toISOString(),
    accountsOpened: Number(row.used),
  }))
}

export function addCodeCommands({ program, answer }: OpsKit) {
  const codes = program.command('codes').description('account-opening codes')
  changing(codes.command('issue').description('make new codes'))
    .option('--count <number>', 'how many', wholeNumber, 1)
    .action((options: Authority & { count: number }) => answer((deps) => issueCodes(deps, options, options.count)))
  codes
    .command('list')
    .description('codes that operators issued')
    .option('--limit <number>', 'at most this many', wholeNumber, 50)
    .action((options: { limit: number }) => answer(({ database }) => listCodes(database, options.limit)))
}
