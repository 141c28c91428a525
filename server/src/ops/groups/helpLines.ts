import { InvalidArgumentError } from 'commander'
import { isSupportedCountry } from 'libphonenumber-js'
import Value from 'typebox/value'
import { HELP_LINES_MAX, HelpLine } from '../../../../contract/accountLimits'
import { type Authority, audited } from '../../auditLog/auditLog'
import type { Deps } from '../../deps'
import type { ListedHelpLine } from '../../modules/support/helpLineService'
import { changing, type OpsKit, OpsRefusal, rowNumber } from '../kit'
import type { Row } from '../print'

const EVERYWHERE = 'everywhere'

/** "DE"; null for everywhere. */
function countryOf(text: string): string | null {
  if (text === EVERYWHERE) return null
  if (!isSupportedCountry(text))
    throw new InvalidArgumentError(`It must be an ISO 3166 country, for example DE, or "${EVERYWHERE}".`)
  return text
}

const shown = ({ id, country, name, phone, url }: ListedHelpLine): Row => ({
  number: Number(id),
  country: country ?? EVERYWHERE,
  name,
  phone,
  url,
})

/** Writes one audit entry, with the line as it was entered or removed. */
async function change(
  deps: Deps,
  authority: Authority,
  action: 'add' | 'remove',
  work: (tx: Parameters<Deps['support']['helpLines']['add']>[0]) => Promise<ListedHelpLine | undefined>,
  refusal: string,
): Promise<Row> {
  return audited(deps.database, authority, `help-lines.${action}`, async (tx) => {
    const line = await work(tx)
    if (!line) throw new OpsRefusal(refusal)
    const value = shown(line)
    return { subject: `help line ${line.id}`, details: value, value }
  })
}

function add(deps: Deps, country: string | null, line: HelpLine, authority: Authority) {
  if (line.phone === null && line.url === null) throw new OpsRefusal('It needs --phone or --url.')
  if (!Value.Check(HelpLine, line))
    throw new OpsRefusal('A name has 1 to 80 characters, a phone digits, spaces and + - ( ) * #, an address https://.')
  const full = `There are ${HELP_LINES_MAX} lines for ${country ?? EVERYWHERE} already. Remove one first.`
  return change(deps, authority, 'add', (tx) => deps.support.helpLines.add(tx, country, line), full)
}

/** Help lines for users who want to talk to somebody (PRODUCT.md 19.8). */
export function addHelpLineCommands({ program, answer }: OpsKit) {
  const lines = program.command('help-lines').description('who helps users with gambling or money, by country')
  lines
    .command('list')
    .description('all lines')
    .action(() => answer(async ({ support }) => (await support.helpLines.list()).map(shown)))
  changing(lines.command('add').description('add a line, or replace the one of that name'))
    .argument('<country>', `ISO 3166 code, or "${EVERYWHERE}" for countries without lines of their own`, countryOf)
    .requiredOption('--name <text>', 'as they call themselves')
    .option('--phone <number>', 'as it is dialled in that country')
    .option('--url <address>', 'https://...')
    .action((country: string | null, options: Authority & { name: string; phone?: string; url?: string }) =>
      answer((deps) => {
        const { name, phone = null, url = null } = options
        return add(deps, country, { name: name.trim(), phone, url }, options)
      }),
    )
  changing(lines.command('remove').description('remove a line'))
    .argument('<number>', 'as the list has it', rowNumber)
    .action((id: number, options: Authority) =>
      answer((deps) =>
        change(
          deps,
          options,
          'remove',
          (tx) => deps.support.helpLines.remove(tx, BigInt(id)),
          `There is no line ${id}.`,
        ),
      ),
    )
}
