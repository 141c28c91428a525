import Taro from '@tarojs/taro'
import type { WireRequest, WireResponse } from './request'

export async function sendRequest({ url, method, headers, body, timeoutMs }: WireRequest): Promise<WireResponse> {
  const startedAt = Date.now()
  try {
    const { statusCode, data, header } = await Taro.request<string>({
      url,
      method,
      header: headers,
      data: body === undefined ? body : JSON.stringify(body),
      timeout: timeoutMs,
      dataType: 'text',
    })
    return { kind: 'answer', status: statusCode, body: data ?? '', requestId: readHeader(header, 'x-request-id') }
  } catch (error) {
    const words = String((error as { errMsg?: unknown } | undefined)?.errMsg ?? '')
    const timedOut = /timeout|time out/i.test(words) || Date.now() - startedAt >= timeoutMs
    return { kind: timedOut ? 'timeout' : 'network' }
  }
}

/** WeChat leaves the case of the names as the server or a proxy wrote them. */
function readHeader(headers: object | undefined, name: string): string | undefined {
  for (const [key, value] of Object.entries(headers ?? {})) if (key.toLowerCase() === name) return String(value)
  return undefined
}
