import { type RequestOptions, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { PushPayload } from '../../../../contract/push'
import { lookupPublic, placeOf } from './address'
import type { PushSettings } from './settings'

export interface Push {
  endpoint: string
  p256dh: Buffer
  auth: Buffer
  payload: PushPayload
  /** How long the push service keeps it for a browser that is offline. */
  ttlSeconds: number
  urgency: 'low' | 'normal' | 'high'
  /** A later push with this topic replaces one that still waits there. */
  topic?: string
}

/**
 * `gone`: the browser takes no more pushes. `later`: worth another try, after `afterSeconds` if the service says so;
 * `silent` if there was no answer at all. `refused`: the service rejects it for good.
 */
export type Outcome = { kind: 'sent' | 'gone' | 'refused' } | { kind: 'later'; afterSeconds?: number; silent?: true }

const ANSWER_WITHIN_MS = 5_000
/** Pushes are padded to a few sizes, so that the size reveals little. */
const PADDED_TO = 512
const RETRY_AFTER_MAX = 900

/** A node that sends no push does without its 30 modules. `import()` would not find the names of this package. */
const library = (): typeof import('web-push') => require('web-push')

/** JSON with spaces at its end. */
function padded(payload: PushPayload): Buffer {
  const text = Buffer.from(JSON.stringify(payload))
  return Buffer.concat([text, Buffer.alloc((PADDED_TO - (text.length % PADDED_TO)) % PADDED_TO, ' ')])
}

function outcomeOf(status: number, retryAfter: string | undefined): Outcome {
  if (status >= 200 && status < 300) return { kind: 'sent' }
  if (status === 404 || status === 410) return { kind: 'gone' }
  if (status !== 429 && status < 500) return { kind: 'refused' }
  const seconds = /^\d{1,9}$/.test(retryAfter ?? '') ? Math.min(Number(retryAfter), RETRY_AFTER_MAX) : undefined
  return { kind: 'later', ...(seconds === undefined ? {} : { afterSeconds: seconds }) }
}

/**
 * Encrypts for the browser alone (RFC 8291), signs (RFC 8292) and hands it to the service. No redirects; never rejects.
 */
export function sendPush(push: Push, settings: PushSettings): Promise<Outcome> {
  const place = placeOf(push.endpoint, settings.hosts)
  // The list of hosts has changed since the browser subscribed.
  if (place === undefined) return Promise.resolve({ kind: 'gone' })
  const { headers, body } = library().generateRequestDetails(
    {
      endpoint: push.endpoint,
      keys: { p256dh: push.p256dh.toString('base64url'), auth: push.auth.toString('base64url') },
    },
    padded(push.payload),
    {
      vapidDetails: settings,
      TTL: push.ttlSeconds,
      urgency: push.urgency,
      ...(push.topic === undefined ? {} : { topic: push.topic }),
    },
  )
  const options: RequestOptions = {
    method: 'POST',
    headers,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    ...(place === 'public' ? { lookup: lookupPublic } : {}),
  }
  const ask = push.endpoint.startsWith('https:') ? requestSecure : requestPlain
  return new Promise((resolve) => {
    const asking = ask(push.endpoint, options, (answer) => {
      // Only the status and headers are read.
      answer.destroy()
      resolve(outcomeOf(answer.statusCode ?? 0, answer.headers['retry-after']))
    })
    asking.on('error', () => resolve({ kind: 'later', silent: true }))
    asking.end(body)
  })
}
