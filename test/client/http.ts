import type { EndpointName } from '../../contract/endpoints'
import type { ApiResult, CallParts, Http } from '../../src/api/http'

type Reply = (name: EndpointName, parts: CallParts) => Promise<ApiResult<unknown>>

/**
 * An API that answers what `reply` says; undefined is an answer without a body. An upload reports half of its bytes as
 * sent and gives its query.
 */
export function fakeHttp(reply: Reply): Http {
  const http = {
    call: (name: EndpointName, parts: CallParts = {}) => reply(name, parts),
    text: (path: string) => reply(path as EndpointName, {}),
    async callText(name: EndpointName, parts: CallParts = {}) {
      const answer = await reply(name, parts)
      return answer.ok ? { ok: true, value: JSON.stringify(answer.value) ?? '' } : answer
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
