import { type Authority, audited } from '../../auditLog/auditLog'
import type { Database } from '../../database/database'
import { noteSealingKey } from '../../database/sealingClaim'
import type { Deps } from '../../deps'
import { changing, type OpsKit, OpsRefusal } from '../kit'
import type { Row } from '../print'
import { resealAll } from '../resealing'

async function reseal(deps: Deps, node: Database, authority: Authority): Promise<Row[]> {
  const results = await resealAll(deps, node)
  const unopened = results.reduce((sum, each) => sum + each.unopened, 0)
  const sealed = results.reduce((sum, each) => sum + each.sealed, 0)
  await audited(deps.database, authority, 'keys.reseal', async () => ({
    subject: 'SEALING_KEY',
    details: { sealed, unopened },
    value: undefined,
  }))
  if (unopened > 0) {
    const where = results.filter((each) => each.unopened > 0).map(({ place }) => place)
    throw new OpsRefusal(
      `${sealed} values were sealed anew, but no configured key opens ${unopened} in ${where.join(', ')}: keep the old keys.`,
    )
  }
  await noteSealingKey(deps.database, deps.sealer.keyNames()[0])
  return results.map(({ place, sealed }) => ({ place, sealed }))
}

export function addKeyCommands({ program, answer }: OpsKit) {
  const keys = program.command('keys').description('the keys of what is stored encrypted')
  changing(
    keys
      .command('reseal')
      .description('seal with the first key of SEALING_KEY whatever another one has sealed, while everything runs'),
  ).action((options: Authority) => answer((deps, node) => reseal(deps, node, options)))
}
