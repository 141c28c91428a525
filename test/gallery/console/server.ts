import { Value } from 'typebox/value'
import { CONSOLE_ENDPOINTS, type ConsoleEndpointName, type ConsoleProblem } from '../../../contract/console'
import {
  CONSOLE_SCHEMAS,
  type ConsoleAnswer,
  type ConsoleBody,
  type ConsoleParams,
  type ConsoleQuery,
  type ConsoleSchemas,
} from '../../../contract/consoleSchemas'
import type { ConsoleFault } from '../../../contract/consoleStatements'

/** The console's server, invented: it answers what it is told to, and notes each request and answer that the contract does not have. */

interface Asked<N extends ConsoleEndpointName> {
  params: ConsoleParams<N>
  query: ConsoleQuery<N>
  body: ConsoleBody<N>
}
class Refusal {
  constructor(
    readonly problem: ConsoleProblem,
    readonly fault?: ConsoleFault,
  ) {}
}
export const refused = (problem: ConsoleProblem, fault?: ConsoleFault) => new Refusal(problem, fault)

type Answer<N extends ConsoleEndpointName> = ConsoleAnswer<N> | Refusal
/** Answers by endpoint, of the contract's types. */
export type Known = { [N in ConsoleEndpointName]?: Answer<N> | ((asked: Asked<N>) => Answer<N>) }

const ENDPOINTS = (Object.keys(CONSOLE_ENDPOINTS) as ConsoleEndpointName[]).map((name) => {
  const { method, path } = CONSOLE_ENDPOINTS[name]
  return { name, method, pattern: new RegExp(`^/console-api${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) }
})

const PREFIX = '/console-api'
const json = (status: number, value: unknown) => new Response(JSON.stringify(value), { status })

let answers: Known = {}
/** What the contract does not have, and what nobody has told the server to answer. */
export const faults: string[] = []
/** The changes that were asked for, by endpoint. */
export const changes: ConsoleEndpointName[] = []

function check(name: ConsoleEndpointName, part: keyof ConsoleSchemas, value: unknown): void {
  const schema = (CONSOLE_SCHEMAS[name] as ConsoleSchemas)[part]
  if (schema && !Value.Check(schema, value))
    faults.push(`${name} ${part}: ${JSON.stringify(Value.Errors(schema, value)[0])}`)
}

function answer(address: URL, { method = 'GET', body }: RequestInit): Response {
  const found = ENDPOINTS.find((one) => one.method === method && one.pattern.test(address.pathname))
  if (!found) throw new Error(`no endpoint ${method} ${address.pathname}`)
  const { name, pattern } = found
  const asked = {
    params: { ...pattern.exec(address.pathname)?.groups },
    query: Object.fromEntries(address.searchParams),
    body: typeof body === 'string' ? JSON.parse(body) : null,
  }
  for (const part of ['params', 'query', 'body'] as const) check(name, part, asked[part])
  if (method !== 'GET' && !/^(?:open|preview|verify)/.test(name)) changes.push(name)
  const known = answers[name] as unknown
  if (known === undefined) faults.push(`nobody answers ${name}`)
  const given = typeof known === 'function' ? (known as (all: typeof asked) => unknown)(asked) : known
  if (given instanceof Refusal) {
    const { problem, fault } = given
    return json(problem === 'unauthenticated' ? 401 : 400, { problem, requestId: 'c1', ...(fault && { fault }) })
  }
  check(name, 'answer', given)
  return json(200, given)
}

/** From now on the server answers so; a later one of the same endpoint counts. */
export function answerWith(...known: Known[]): void {
  answers = Object.assign({}, ...known)
  changes.length = 0
}

const realFetch = window.fetch.bind(window)
window.fetch = async (input, init = {}) => {
  const address = new URL(String(input), location.href)
  return address.pathname.startsWith(PREFIX) ? answer(address, init) : realFetch(input, init)
}
