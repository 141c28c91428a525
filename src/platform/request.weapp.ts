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
    // WeChat leaves the case of the names as the server or a proxy wrote them.
    const requestId = header?.['x-request-id'] ?? header?.['X-Request-Id']
    return { kind: 'answer', status: statusCode, body: data ?? '', requestId }
  } catch {
    return { kind: Date.now() - startedAt >= timeoutMs ? 'timeout' : 'network' }
  }
}
