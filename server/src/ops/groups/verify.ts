import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, audited } from '../../audit/auditLog'
import type { Deps } from '../../deps'
import type { Decision, DecisionProblem } from '../../modules/verification/service'
import { ObjectStoreError } from '../../objectStore/objectStore'
import { findUser } from '../findUser'
import { changing, day, type OpsKit, OpsRefusal, type Rejection, rejecting, rejectionText, wholeNumber } from '../kit'
import type { Row } from '../print'

const PROBLEMS: Record<DecisionProblem, string> = {
  not_submitted: 'has submitted nothing',
  not_opened: 'has not been opened yet: run "verify open" first',
  decided: 'has already been decided',
  document_taken: 'cannot be approved: another account was verified by the same document',
  country_blocked: 'cannot be approved: its country is not served',
  birth_missing: 'needs the date of birth on the document: --born 1990-12-31',
  birth_differs: 'cannot be approved: the ID number holds another date of birth',
  under_age: 'cannot be approved: the person is under age',
  document_expired: 'cannot be approved: the document is not valid any more',
}

const refuse = (account: string, problem: DecisionProblem) =>
  new OpsRefusal(`The verification of "${account}" ${PROBLEMS[problem]}.`)

async function list({ verification }: Deps, limit: number): Promise<Row[]> {
  const waiting = await verification.waiting(limit)
  return waiting.map((entry) => ({
    account: entry.account,
    status: entry.status,
    nationality: entry.nationality,
    attempt: entry.attempt,
    submittedAt: entry.submittedAt.toISOString(),
  }))
}

/** Only the system account that runs this can read the folder and the files in it. */
function writePhotos(parent: string, photos: Record<'front' | 'back', Buffer | undefined>) {
  const folder = mkdtempSync(join(parent, 'verify-'))
  const paths: Record<'front' | 'back', string | null> = { front: null, back: null }
  for (const side of ['front', 'back'] as const) {
    const photo = photos[side]
    if (!photo) continue
    paths[side] = join(folder, `${side}.jpg`)
    writeFileSync(join(folder, `${side}.jpg`), photo, { mode: 0o600, flag: 'wx' })
  }
  return { folder, ...paths }
}

/** Name, ID number and photos, for the acting operator; each look is in the audit log before anything is shown. */
async function open(deps: Deps, authority: Authority, account: string, parent: string): Promise<Row> {
  const { database, verification } = deps
  const user = await findUser(database, account)
  const looked = await verification.look(user.id).catch((error: unknown) => {
    if (error instanceof ObjectStoreError) throw new OpsRefusal(`The photos cannot be read: ${error.message}.`)
    throw error
  })
  if (!looked.ok) throw refuse(account, looked.error)
  await audited(database, authority, 'verify.open', async (tx) => {
    await verification.markOpened(tx, user.id)
    return { subject: user.subject, details: {}, value: undefined }
  })
  const { name, nationality, idNumber, front, back } = looked.value
  const written = writePhotos(parent, { front, back })
  return {
    account,
    name,
    nationality,
    idNumber,
    front: written.front,
    back: written.back,
    next: `delete ${written.folder}, then "verify approve" or "verify reject"`,
  }
}

async function decide(deps: Deps, authority: Authority, account: string, decision: Decision): Promise<Row> {
  const rejectedFor = 'rejectedFor' in decision ? decision.rejectedFor : null
  const { validUntil } = 'approved' in decision ? decision.approved : {}
  const user = await findUser(deps.database, account)
  const status = rejectedFor === null ? 'verified' : 'rejected'
  const action = rejectedFor === null ? 'verify.approve' : 'verify.reject'
  return audited(deps.database, authority, action, async (tx) => {
    const problem = await deps.verification.decide(tx, user.id, decision)
    if (problem) throw refuse(account, problem)
    return {
      subject: user.subject,
      details: rejectedFor !== null ? { told: rejectedFor } : validUntil === undefined ? {} : { validUntil },
      value: { account, status },
    }
  })
}

export function addVerifyCommands({ program, answer }: OpsKit) {
  const verify = program.command('verify').description('identity verification')
  verify
    .command('list')
    .description('submissions that wait for review, oldest first')
    .option('--limit <number>', 'at most this many', wholeNumber, 50)
    .action((options: { limit: number }) => answer((deps) => list(deps, options.limit)))
  changing(verify.command('open').description('show what was entered and write the photos to a folder of your own'))
    .argument('<account>')
    .option('--to <folder>', 'where the folder with the photos is made', tmpdir())
    .action((account: string, options: Authority & { to: string }) =>
      answer((deps) => open(deps, options, account, options.to)),
    )
  changing(verify.command('approve').description('the person is who they say they are'))
    .argument('<account>')
    .option('--born <day>', 'date of birth on the document, where the ID number does not hold it', day)
    .option('--valid-until <day>', 'last day of the document, where it has one', day)
    .action((account: string, options: Authority & { born?: string; validUntil?: string }) =>
      answer((deps) =>
        decide(deps, options, account, { approved: { bornOn: options.born, validUntil: options.validUntil } }),
      ),
    )
  rejecting(verify.command('reject').description('the user is told why and may submit again'), 'verification')
    .argument('<account>')
    .action((account: string, options: Authority & Rejection) =>
      answer(async (deps) =>
        decide(deps, options, account, { rejectedFor: await rejectionText(deps, 'verification', options) }),
      ),
    )
}
