import Taro from '@tarojs/taro'

export interface WireRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body?: unknown
  timeoutMs: number
  /** The body of the answer stays a text, as it was sent; otherwise JSON is read. */
  asText?: boolean
}

export type WireResponse =
  | { kind: 'answer'; status: number; body: unknown; requestId: string | undefined }
  | { kind: 'network' }
  | { kind: 'timeout' }

/**
 * One request by `Taro.request`. Never throws. Taro reports a time-out and an abort with the same words on H5, so the
 * two are told apart by the clock.
 */
export async function sendRequest(request: WireRequest): Promise<WireResponse> {
  const startedAt = Date.now()
  try {
    const answer = await Taro.request({
      url: request.url,
      method: request.method,
      header: request.headers,
      data: request.body === undefined ? undefined : JSON.stringify(request.body),
      timeout: request.timeoutMs,
      dataType: request.asText ? 'text' : 'json',
    })
    return {
      kind: 'answer',
      status: answer.statusCode,
      body: answer.data,
      requestId: readHeader(answer.header, 'x-request-id'),
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : String((error as { errMsg?: unknown })?.errMsg ?? '')
    const timedOut = /timeout|time out/i.test(words) || Date.now() - startedAt >= request.timeoutMs
    return { kind: timedOut ? 'timeout' : 'network' }
  }
}

function readHeader(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  for (const [key, value] of Object.entries(headers)) if (key.toLowerCase() === name) return String(value)
  return undefined
}

/** Where the API lives: the origin of the page plus /api (PRODUCT.md 6.1); a mini program is told at build time. */
export function apiBase(): string {
  const configured = process.env.TARO_APP_API_ORIGIN
  if (configured) return `${configured}/api`
  return process.env.TARO_ENV === 'h5' ? `${window.location.origin}/api` : '/api'
}
