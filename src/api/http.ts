import { ENDPOINTS, type Endpoint, type EndpointName } from '../../contract/endpoints'
import type { AnswerOf, CallOptions, QueryOf } from '../../contract/endpointTypes'
import { ERROR_CODES, type ErrorCode, type ErrorDetails } from '../../contract/errors'
import type { Locale } from '../../contract/locales'
import type { Photo } from '../platform/photo'
import type { WireRequest, WireResponse } from '../platform/request'
import type { WireUpload } from '../platform/upload'

/** A code of the contract, or what happened before there was an answer. */
export type FailureCode = ErrorCode | 'network' | 'timeout'

export interface ApiFailure {
  code: FailureCode
  details: ErrorDetails
  /** Names this request in the server's log; the user can give it to customer service. */
  requestId: string
}

export type ApiResult<T> = { ok: true; value: T } | { ok: false; error: ApiFailure }

/** Calls endpoints of the contract, each with the types of its row. Never throws; every failure has a code. */
export interface Http {
  call<N extends EndpointName>(name: N, ...options: Arguments<N>): Promise<ApiResult<AnswerOf<N>>>
  /** The same, with the answer as the text that was sent: two texts can be read as one value. */
  callText<N extends EndpointName>(name: N, ...options: Arguments<N>): Promise<ApiResult<string>>
  /** A text that is the same for everybody, so that it is asked for without saying who asks. */
  text(path: string): Promise<ApiResult<string>>
  /** Sends a picture; `onProgress` gets the percentage sent, `onStart` the function that ends it. */
  upload<N extends EndpointName>(name: N, options: UploadOptions<N>): Promise<ApiResult<AnswerOf<N>>>
}

/** An endpoint that takes nothing is called by its name alone. */
type Arguments<N extends EndpointName> = unknown extends CallOptions<N> ? [] : [options: CallOptions<N>]

export interface UploadOptions<N extends EndpointName> {
  query: QueryOf<N>
  photo: Photo
  onProgress(percent: number): void
  onStart(abort: () => void): void
}

/** The options of any call, as they are at run time. */
export interface CallParts {
  /** Fills `:name` in the path. */
  params?: Record<string, string>
  query?: Query
  body?: unknown
}
type Query = Record<string, string | number | undefined>

export interface HttpDeps {
  base: string
  send(request: WireRequest): Promise<WireResponse>
  sendPhoto(upload: WireUpload): Promise<WireResponse>
  token(): string
  locale(): Locale
  /** The server no longer knows `token`. Called for the token that was sent, and only while it is the current one. */
  onSessionEnded(token: string): void
  sleep(ms: number): Promise<void>
  /** 0 to 1, for jitter and request ids. */
  random(): number
}

/** PRODUCT.md 6.1. */
export const REQUEST_TIMEOUT_MS = 60_000
/** A GET is tried three times in all: at once, after about 0.4 s and after about 1.2 s. */
const RETRY_DELAYS_MS = [400, 1_200]
/** A request that has waited this long is not tried again: the user has seen a failure coming. */
const RETRY_WITHIN_MS = 15_000
const RETRIED_STATUSES = new Set([502, 503, 504])

export function createHttp(deps: HttpDeps): Http {
  function read<T>(response: WireResponse, requestId: string, token: string, asText = false): ApiResult<T> {
    const result = readResponse<T>(response, requestId, asText)
    if (!result.ok && result.error.code === 'unauthenticated' && token !== '' && token === deps.token()) {
      deps.onSessionEnded(token)
    }
    return result
  }
  async function ask<T>(name: EndpointName, options: unknown, asText: boolean): Promise<ApiResult<T>> {
    const requestId = makeRequestId(deps.random)
    const token = deps.token()
    const request = buildRequest(deps, ENDPOINTS[name], (options ?? {}) as CallParts, requestId, token)
    return read<T>(await sendWithRetries(deps, request), requestId, token, asText)
  }
  return {
    call: <N extends EndpointName>(name: N, ...[options]: Arguments<N>) => ask<AnswerOf<N>>(name, options, false),
    callText: <N extends EndpointName>(name: N, ...[options]: Arguments<N>) => ask<string>(name, options, true),
    async text(path: string) {
      const requestId = makeRequestId(deps.random)
      const request = buildRequest(deps, { method: 'GET', path, auth: 'none' }, {}, requestId, '')
      return readResponse<string>(await sendWithRetries(deps, request), requestId, true)
    },
    async upload<N extends EndpointName>(name: N, { query, ...upload }: UploadOptions<N>) {
      const requestId = makeRequestId(deps.random)
      const token = deps.token()
      const { url, headers } = buildRequest(deps, ENDPOINTS[name], { query: query as Query }, requestId, token)
      const response = await deps.sendPhoto({ url, headers, timeoutMs: REQUEST_TIMEOUT_MS, ...upload })
      return read<AnswerOf<N>>(response, requestId, token)
    },
  }
}

function buildRequest(
  deps: HttpDeps,
  endpoint: Endpoint,
  parts: CallParts,
  requestId: string,
  token: string,
): WireRequest {
  const headers: Record<string, string> = { 'accept-language': deps.locale(), 'x-request-id': requestId }
  if (parts.body !== undefined) headers['content-type'] = 'application/json'
  if (token !== '') headers.authorization = `Bearer ${token}`
  return {
    url: deps.base + fillPath(endpoint.path, parts.params ?? {}) + queryString(parts.query ?? {}),
    method: endpoint.method,
    headers,
    body: parts.body,
    timeoutMs: REQUEST_TIMEOUT_MS,
  }
}

function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryString(query: Query): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined)
  if (pairs.length === 0) return ''
  return `?${pairs.map(([key, value]) => `${key}=${encodeURIComponent(String(value))}`).join('&')}`
}

/** Only a GET is sent again: it changes nothing. What moves money is repeated by its store, with the same id. */
async function sendWithRetries(deps: HttpDeps, request: WireRequest): Promise<WireResponse> {
  const startedAt = Date.now()
  let response = await deps.send(request)
  if (request.method !== 'GET') return response
  for (const delayMs of RETRY_DELAYS_MS) {
    if (!isWorthRetrying(response) || Date.now() - startedAt > RETRY_WITHIN_MS) break
    await deps.sleep(delayMs * (0.5 + deps.random()))
    response = await deps.send(request)
  }
  return response
}

function isWorthRetrying(response: WireResponse): boolean {
  return response.kind === 'network' || (response.kind === 'answer' && RETRIED_STATUSES.has(response.status))
}

function readResponse<T>(response: WireResponse, requestId: string, asText: boolean): ApiResult<T> {
  if (response.kind !== 'answer') return failure(response.kind, {}, requestId)
  const { status } = response
  const isOk = status >= 200 && status < 300
  if (isOk && asText) return { ok: true, value: response.body as T }
  const json = parsed(response.body)
  // Without JSON it is no answer of ours: a network that asks to log in shows its own page instead.
  if (isOk && json === undefined && status !== 204) return failure('network', {}, requestId)
  if (isOk) return { ok: true, value: json as T }
  const body = asRecord(json)
  const code = ERROR_CODES.find((known) => known === body.code) ?? codeOfStatus(status)
  const answeredId = typeof body.requestId === 'string' ? body.requestId : (response.requestId ?? requestId)
  return failure(code, asRecord(body.details) as ErrorDetails, answeredId)
}

/** A proxy on the way answers without one of our bodies. */
function codeOfStatus(status: number): ErrorCode {
  if (status === 401) return 'unauthenticated'
  if (status === 404) return 'not_found'
  if (status === 413) return 'payload_too_large'
  if (status === 429) return 'rate_limited'
  if (status === 502 || status === 503 || status === 504) return 'unavailable'
  return status >= 500 ? 'internal' : 'invalid_request'
}

function failure(code: FailureCode, details: ErrorDetails, requestId: string): { ok: false; error: ApiFailure } {
  return { ok: false, error: { code, details, requestId } }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** 16 characters that name a request in logs; it guards nothing, so no cryptography is needed. */
function makeRequestId(random: () => number): string {
  const part = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  return `c${part()}${part()}`.slice(0, 16)
}
