import { openConnection } from '../../server/src/database/connection'
import { visitEmbedded } from '../../server/src/embedded/visit'
import { createLog } from '../../server/src/shared/log'

/** Confirms a deposit into savings today, in the running house of this data folder, by the function of its daily job. */
export async function confirmSavings(dataDir: string, id: string): Promise<void> {
  const { url, leave } = await visitEmbedded(dataDir, createLog('silent'))
  const client = await openConnection({ connectionString: url })
  await client.query('update savings_movement set counts_on = day where id = $1', [id])
  await client.query(
    'select from confirm_or_set_aside(array(select number from savings_movement where id = $1), now())',
    [id],
  )
  await client.end()
  await leave()
}
