import { ruleOf, STAFF_ACTION_NAMES, type StaffActionName } from '../../../contract/console'
import { ConfigError, type Env, integer } from '../shared/env'
import { parseMoney } from '../shared/money'
import type { Funds } from '../shared/settings'
import { DAY_MS } from '../shared/time'

export interface ConsoleSettings {
  /** 0 takes any free port. */
  port: number
  /**
   * Actions that one person may take alone; every other action needs a second one. For an action that moves money: up
   * to this sum a person and day (UTC), minor units; null for what moves none.
   */
  alone: ReadonlyMap<StaffActionName, bigint | null>
}

const example = 'sessions.end,deposits.approve:500.00'

function readRule(rule: string, scale: number): [StaffActionName, bigint | null] {
  const [, name = '', sum] = /^([a-z.-]+)(?::(\S+))?$/.exec(rule) ?? []
  const action = STAFF_ACTION_NAMES.find((known) => known === name)
  if (action === undefined)
    throw new ConfigError(`FOUR_EYES_ALONE names "${rule}", which is no action; try ${example}.`)
  const { people, money } = ruleOf(action)
  if (people === 'always_two')
    throw new ConfigError(`FOUR_EYES_ALONE names "${action}", which always needs two people.`)
  if (!money) {
    if (sum === undefined) return [action, null]
    throw new ConfigError(`FOUR_EYES_ALONE gives ${action} a sum, but it moves no money.`)
  }
  const minor = sum === undefined ? undefined : parseMoney(sum, scale)
  if (minor !== undefined && minor > 0n) return [action, minor]
  throw new ConfigError(`FOUR_EYES_ALONE must give ${action} a sum per person and day, for example ${action}:500.00.`)
}

/** For how long whoever let somebody in is no second person with them (PRODUCT.md 20.3). */
export function readApartMs(env: Env, funds: Funds): number {
  const days = integer(env, 'FOUR_EYES_APART_DAYS', 0, 365, funds === 'live' ? 30 : 0)
  if (days === 0 && funds === 'live') {
    throw new ConfigError(
      'FUNDS=live is refused: FOUR_EYES_APART_DAYS is 0, so that one administrator could be two people.',
    )
  }
  return days * DAY_MS
}

/** The staff console, which is off unless CONSOLE_PORT is set. */
export function readConsoleSettings(env: Env, scale: number): ConsoleSettings | undefined {
  const rules = (env.FOUR_EYES_ALONE ?? '')
    .split(',')
    .map((rule) => rule.trim())
    .filter(Boolean)
  const alone = new Map(rules.map((rule) => readRule(rule, scale)))
  if (!env.CONSOLE_PORT?.trim()) return undefined
  return { port: integer(env, 'CONSOLE_PORT', 0, 65_535, 0), alone }
}
