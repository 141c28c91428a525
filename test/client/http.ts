import type { EndpointName } from '../../contract/endpoints'
import type { CallOptions } from '../../contract/endpointTypes'
import type { ApiResult, CallParts, FailureCode, Http } from '../../src/api/http'

type Name = EndpointName | '/log/newest'
type PartsOf<N extends Name> = N extends EndpointName ? CallOptions<N> & CallParts : CallParts
type Reply = ApiResult<unknown> | Promise<ApiResult<unknown>>
export type Answer<N extends Name> = ApiResult<unknown> | ((parts: PartsOf<N>) => Reply)
/** By endpoint, or by the path of a public text. */
export type Answers = { [N in Name]?: Answer<N> }

export const answered = <T>(value: T): ApiResult<T> => ({ ok: true, value })
export const refused = (code: FailureCode, details: object = {}) =>
  ({ ok: false, error: { code, details, requestId: 'c1' } }) satisfies ApiResult<unknown>

/**
 * An API that answers from `answers`, as they are when it is asked; what is not there has no network. An upload reports
 * half of its bytes as sent and gives its query.
 */
export function fakeHttp(answers: Answers, onCall: (name: EndpointName, parts: CallParts) => void = () => undefined) {
  async function reply(name: Name, parts: CallParts = {}): Promise<ApiResult<unknown>> {
    onCall(name as EndpointName, parts)
    const answer = (answers[name] ?? refused('network')) as Answer<'/log/newest'>
    return typeof answer === 'function' ? answer(parts) : answer
  }
  const http = {
    call: reply,
    text: (path: string) => {
      const [name, from] = path.split('?from=')
      return reply(name as Name, from === undefined ? {} : { query: { from } })
    },
    async callText(name: EndpointName, parts: CallParts) {
      const answer = await reply(name, parts)
      if (!answer.ok || typeof answer.value === 'string') return answer
      return answered(JSON.stringify(answer.value) ?? '')
    },
    upload(
      name: EndpointName,
      { query, onProgress }: { query: CallParts['query']; onProgress(percent: number): void },
    ) {
      onProgress(50)
      return reply(name, { query })
    },
  }
  return http as unknown as Http
}
