import { type Command, Option } from 'commander'
import texts from '../../../console/texts/en.json'
import { type ConsoleProblem, ruleOf, STAFF_ACTION_NAMES, type StaffActionName } from '../../../contract/console'
import { ACTION_PARAMS, type ActionAnswer, type ActionParams } from '../../../contract/consoleActions'
import { type Authority, audited } from '../auditLog/auditLog'
import type { Deps } from '../deps'
import { createOffice, type Office } from '../office/office'
import type { Result } from '../shared/result'
import { findUser } from './findUser'
import { acting, changing, type OpsKit, OpsRefusal, reasonKey, rowNumber } from './kit'
import { typedParam } from './params'
import type { Row } from './print'

/** The console's words for its reader are those of the command line. */
const PROBLEMS: Record<ConsoleProblem, string> = texts.problem
const NAMES: Record<StaffActionName, string> = texts.action

/** Runs `work` in the office; its refusals become sentences for the operator. */
async function inOffice<T>(deps: Deps, work: (office: Office) => Promise<Result<T, ConsoleProblem>>): Promise<T> {
  const result = await work(createOffice(deps))
  if (!result.ok) throw new OpsRefusal(PROBLEMS[result.error.code])
  return result.value
}

const shown = ({ state, proposal, result }: ActionAnswer): Row =>
  state === 'done'
    ? { state, proposal, ...result }
    : { state, proposal, next: `another person agrees: ops agree ${proposal}, or "Proposals" in the console` }

/** The parameter by which an action names its user. */
const USER = 'user'

/**
 * Parameters as the action takes them: of the typed ones, the account of a user and the name of a reason are looked up.
 */
async function paramsOf(deps: Deps, action: StaffActionName, { user, told, ...typed }: Record<string, unknown>) {
  const { tells } = ruleOf(action)
  return {
    ...typed,
    ...(user !== undefined && { user: String((await findUser(deps.database, String(user))).id) }),
    ...(tells && { told: await reasonKey(deps, tells, String(told)) }),
  } as ActionParams<StaffActionName>
}

async function take(deps: Deps, action: StaffActionName, typed: Record<string, unknown>, { actor, reason }: Authority) {
  const params = await paramsOf(deps, action, typed)
  return shown(await inOffice(deps, (office) => office.take(actor, { action, params, reason })))
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** `ops act <action>`, with an option per parameter of the action. */
function addAction(act: Command, { answer, currency }: OpsKit, action: StaffActionName) {
  const { properties, required } = ACTION_PARAMS[action]
  const names = Object.keys(properties)
  const command = changing(act.command(action).description(NAMES[action]))
  for (const name of names) {
    const { hint, read } =
      name === USER
        ? { hint: 'account of the user', read: (text: string) => text }
        : typedParam(properties[name as keyof typeof properties], currency)
    const option = new Option(`--${kebab(name)} <value>`, hint).argParser((text) => ({ value: read(text) }))
    command.addOption(option.makeOptionMandatory((required as readonly string[]).includes(name)))
  }
  command.action((options: Authority & Record<string, { value: unknown } | undefined>) => {
    // In a box, as commander takes null for nothing typed.
    const typed = names.flatMap((name) => (options[name] ? [[name, options[name].value]] : []))
    return answer((deps) => take(deps, action, Object.fromEntries(typed), options))
  })
}

const list = async (deps: Deps): Promise<Row[]> =>
  (await createOffice(deps).open()).map(({ id, action, subject, params, proposed_by, reason, expires_at }) => ({
    proposal: Number(id),
    action,
    subject,
    params: JSON.stringify(params),
    proposedBy: proposed_by,
    reason,
    expiresAt: expires_at.toISOString(),
  }))

/** With what is about a person, so the look is logged. */
const show = (deps: Deps, authority: Authority, id: number): Promise<Row> =>
  audited(deps.database, authority, 'proposals.show', async () => {
    const found = await inOffice(deps, (office) => office.find(authority.actor, String(id)))
    const { action, subject, params, proposedBy, reason, expiresAt } = found
    const value = { proposal: id, action, subject, params: JSON.stringify(params), proposedBy, reason, expiresAt }
    return { subject: `proposal ${id}`, details: {}, value }
  })

/** Every action of the back office, and the second person's part; what staff do in the console is in the same table. */
export function addActCommands(kit: OpsKit) {
  const { program, answer } = kit
  const act = program.command('act').description('do or propose what staff do in the console')
  for (const action of STAFF_ACTION_NAMES) addAction(act, kit, action)

  const proposals = program.command('proposals').description('what waits for a second person')
  proposals
    .command('list')
    .description('open proposals, oldest first')
    .action(() => answer(list))
  changing(proposals.command('show').description('one proposal with all that it does; each look is logged'))
    .argument('<number>', 'of the proposal', rowNumber)
    .action((id: number, options: Authority) => answer((deps) => show(deps, options, id)))

  acting(program.command('agree').description("carry out another person's proposal"))
    .argument('<number>', 'of the proposal', rowNumber)
    .action((id: number, { actor }: Authority) =>
      answer(async (deps) => shown(await inOffice(deps, (office) => office.agree(actor, String(id))))),
    )
  for (const [name, outcome, what] of [
    ['refuse', 'refused', "end another person's proposal: nothing of it is carried out"],
    ['withdraw', 'withdrawn', 'take back a proposal of your own'],
  ] as const)
    changing(program.command(name).description(what))
      .argument('<number>', 'of the proposal', rowNumber)
      .action((id: number, { actor, reason }: Authority) =>
        answer(async (deps) => {
          await inOffice(deps, (office) => office[name](actor, String(id), reason))
          return { proposal: id, outcome }
        }),
      )
}
