export interface WireRequest {
  url: string
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  headers: Record<string, string>
  body?: unknown
  timeoutMs: number
}

export type WireResponse =
  | { kind: 'answer'; status: number; body: string; requestId: string | undefined }
  | { kind: 'network' }
  | { kind: 'timeout' }

/**
 * One request. Never throws. By `fetch` and not by Taro, which takes an answer that was cut off on its way for `null`,
 * and reports a time-out and a lost network with the same words. The twin is `request.weapp.ts`.
 */
export async function sendRequest({ url, method, headers, body, timeoutMs }: WireRequest): Promise<WireResponse> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  try {
    const { signal } = controller
    const answer = await fetch(url, { method, headers, body: body === undefined ? body : JSON.stringify(body), signal })
    const requestId = answer.headers.get('x-request-id') ?? undefined
    return { kind: 'answer', status: answer.status, body: await answer.text(), requestId }
  } catch {
    return { kind: controller.signal.aborted ? 'timeout' : 'network' }
  } finally {
    clearTimeout(timer)
  }
}
