import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, audited } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import { ObjectStoreError } from '../../objectStore/objectStore'
import { findUser } from '../findUser'
import { changing, type OpsKit, OpsRefusal, wholeNumber } from '../kit'
import type { Row } from '../print'

const PROBLEMS = { not_found: 'has submitted nothing', decided: 'has already been decided' }

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
  if (!looked.ok) throw new OpsRefusal(`The verification of "${account}" ${PROBLEMS[looked.error.code]}.`)
  await audited(database, authority, 'verifications.open', async (tx) => {
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
    next: `delete ${written.folder}, then "ops act verifications.approve" or "ops act verifications.reject"`,
  }
}

export function addVerificationCommands({ program, answer }: OpsKit) {
  const verifications = program.command('verifications').description('identity verification')
  verifications
    .command('list')
    .description('submissions that wait for review, oldest first')
    .option('--limit <number>', 'at most this many', wholeNumber, 50)
    .action((options: { limit: number }) => answer((deps) => list(deps, options.limit)))
  changing(
    verifications.command('open').description('show what was entered and write the photos to a folder of your own'),
  )
    .argument('<account>')
    .option('--to <folder>', 'where the folder with the photos is made', tmpdir())
    .action((account: string, options: Authority & { to: string }) =>
      answer((deps) => open(deps, options, account, options.to)),
    )
}
