import { checkRecords } from '../../auditor/checkRecords'
import type { Deps } from '../../deps'
import { type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'

/** Confirms that the archive is complete and unchanged, or refuses with the first mismatch. */
async function check({ database, recordStore }: Deps): Promise<Row> {
  const { files, records, problems } = await checkRecords(database, recordStore)
  if (problems.length > 0) {
    throw new OpsRefusal(`The archive is not intact: ${problems.length} findings, the first is that ${problems[0]}.`)
  }
  return { archive: 'whole', files, records }
}

export function addArchiveCommands({ program, answer }: OpsKit) {
  program
    .command('archive')
    .description('old orders and postings in the object store')
    .command('check')
    .description('read every file, add up its postings and check its orders against the settlement log')
    .action(() => answer(check))
}
