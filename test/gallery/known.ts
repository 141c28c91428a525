import type { EndpointName } from '../../contract/endpoints'
import type { AnswerOf, CallOptions } from '../../contract/endpointTypes'
import type { CallParts } from '../../src/api/http'
import { type Answers, answered } from '../client/http'

/** Answers of the invented server, by endpoint and of the contract's types. */
export type Known = {
  [N in EndpointName]?: AnswerOf<N> | ((parts: CallOptions<N>) => AnswerOf<N>)
}

/** The same for `fakeHttp`. */
export const answersOf = (known: Known): Answers =>
  Object.fromEntries(
    Object.entries(known).map(([name, answer]) => [
      name,
      (parts: CallParts) =>
        answered(typeof answer === 'function' ? (answer as (of: unknown) => unknown)(parts) : answer),
    ]),
  )
