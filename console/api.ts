import { CONSOLE_ENDPOINTS, type ConsoleEndpointName, type ConsoleProblem } from '../contract/console'
import type { ConsoleAnswer, ConsoleBody, ConsoleParams, ConsoleQuery } from '../contract/consoleSchemas'
import type { ConsoleFault } from '../contract/consoleStatements'

/** A refusal of the server; `problem` has a text in each language. */
export class ConsoleRequestError extends Error {
  constructor(
    readonly problem: ConsoleProblem,
    readonly fault?: ConsoleFault,
  ) {
    super(problem)
  }
}

type Part<K extends string, T> = [T] extends [undefined] ? unknown : Record<K, T>
type Options<N extends ConsoleEndpointName> = Part<'params', ConsoleParams<N>> &
  Part<'query', ConsoleQuery<N>> &
  Part<'body', ConsoleBody<N>>

/** Longer than the server's own limit, so that its answer comes first. */
const TIMEOUT_MS = 65_000

function addressOf(path: string, params: Record<string, string> = {}, query: Record<string, string | undefined> = {}) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1])),
  )
  return `/console-api${filled}${search.size > 0 ? `?${search}` : ''}`
}

/** Address of a picture, for an `img`; the session's cookie goes with it. */
export const pictureOf = (name: 'getVerificationPhoto' | 'getDepositProof', params: Record<string, string>) =>
  addressOf(CONSOLE_ENDPOINTS[name].path, params)

/** Address of a file, for a link; the session's cookie goes with it. */
export const addressOfFile = (
  name: 'exportAudit' | 'exportReconciliation',
  query: { text?: string; from?: string; until?: string },
) => addressOf(CONSOLE_ENDPOINTS[name].path, {}, query)

/** Address of the receipt of a closed order, for a link. */
export const addressOfReceipt = (id: string, order: string) =>
  addressOf(CONSOLE_ENDPOINTS.getUserReceipt.path, { id, order })

/** Address of a picture of an article, for an `img`. */
export const addressOfPicture = (name: string) => addressOf(CONSOLE_ENDPOINTS.getPicture.path, { name })

async function readAnswer<N extends ConsoleEndpointName>(answer: Response): Promise<ConsoleAnswer<N>> {
  const text = await answer.text()
  const json: unknown = text === '' ? null : JSON.parse(text)
  if (answer.ok) return json as ConsoleAnswer<N>
  const { problem = 'internal', fault } = (json ?? {}) as { problem?: ConsoleProblem; fault?: ConsoleFault }
  throw new ConsoleRequestError(problem, fault)
}

const unreachable = () => {
  throw new ConsoleRequestError('unavailable')
}

/** Puts a picture where articles can show it. */
export async function sendPicture(file: Blob): Promise<ConsoleAnswer<'addPicture'>> {
  const answer = await fetch(addressOf(CONSOLE_ENDPOINTS.addPicture.path), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'x-console': '1', 'content-type': file.type },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    body: file,
  }).catch(unreachable)
  return readAnswer<'addPicture'>(answer)
}

/** Calls an endpoint of the table; body and answer have the types that the server enforces. */
export async function call<N extends ConsoleEndpointName>(name: N, options: Options<N>): Promise<ConsoleAnswer<N>> {
  const { method, path } = CONSOLE_ENDPOINTS[name]
  const { params, query, body } = options as { params?: never; query?: never; body?: object }
  const answer = await fetch(addressOf(path, params, query), {
    method,
    credentials: 'same-origin',
    headers: { 'x-console': '1', ...(body && { 'content-type': 'application/json' }) },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body && { body: JSON.stringify(body) }),
  }).catch(unreachable)
  return readAnswer<N>(answer)
}
