import { OPERATOR_REASONS, operatorReasonOf } from '../../../../contract/operatorReasons'
import { type Authority, audited } from '../../auditLog/auditLog'
import { noteSealingKey } from '../../database/sealingClaim'
import type { Deps } from '../../deps'
import { changing, named, type OpsKit, OpsRefusal, reasonKey } from '../kit'
import { giveUpSealedBy, missingKeys } from '../lostKey'
import type { Row } from '../print'
import { resealAll } from '../resealing'

async function reseal(deps: Deps, authority: Authority): Promise<Row[]> {
  const results = await resealAll(deps)
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

interface GivingUp extends Authority {
  told: string
  note?: string
  lost?: string
}

async function giveUp(deps: Deps, options: GivingUp): Promise<Row[]> {
  const missing = await missingKeys(deps)
  if (missing.size === 0) throw new OpsRefusal('The configured keys open everything.')
  if (options.lost === undefined || !missing.has(options.lost)) {
    const names = [...missing].map(([name, count]) => `${name} (${count} values)`).join(', ')
    throw new OpsRefusal(
      `These keys are not configured: ${names}. Nothing brings back what is given up: name the lost key by --lost.`,
    )
  }
  if (options.told === 'other' && options.note === undefined)
    throw new OpsRefusal('The reason "other" needs a --note that says why.')
  const told = operatorReasonOf(await reasonKey(deps, 'verification', options.told), options.note)
  const found = await giveUpSealedBy(deps, options.lost, told)
  await audited(deps.database, options, 'keys.give_up', async () => ({
    subject: 'SEALING_KEY',
    details: { places: found },
    value: undefined,
  }))
  return found.map((each) => ({ ...each }))
}

export function addKeyCommands({ program, answer }: OpsKit) {
  const keys = program.command('keys').description('the keys of what is stored encrypted')
  changing(
    keys
      .command('give-up')
      .description('after the loss of a key: empty what it has sealed, so that users enter it anew'),
  )
    .requiredOption('--told <reason>', `what users are told: ${OPERATOR_REASONS.verification.join(', ')}`)
    .option('--note <text>', 'more, in your own words; users read it as it is', named)
    .option('--lost <name>', 'name of the lost key; without it the names of missing keys are shown')
    .action((options: GivingUp) => answer((deps) => giveUp(deps, options)))
  changing(
    keys
      .command('reseal')
      .description('seal with the first key of SEALING_KEY whatever another one has sealed, while everything runs'),
  ).action((options: Authority) => answer((deps) => reseal(deps, options)))
}
