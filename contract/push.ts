import Type from 'typebox'
import { closed, type Infer } from './common'
import { LOCALES } from './locales'

/** The categories of pushes to a browser, each with its own switch. */
export const PUSH_CATEGORIES = ['results', 'alerts', 'money', 'security', 'announcements'] as const
export type PushCategory = (typeof PUSH_CATEGORIES)[number]

/** PUT /push/preferences: categories that the user has switched off, on all devices. */
export const PushPreferences = closed({
  off: Type.Array(Type.Enum([...PUSH_CATEGORIES]), { maxItems: PUSH_CATEGORIES.length }),
})
export type PushPreferences = Infer<typeof PushPreferences>

/** GET /push: the same, and whether the session that asks has a subscription. */
export const PushState = closed({
  subscribed: Type.Boolean(),
  off: PushPreferences.properties.off,
})
export type PushState = Infer<typeof PushState>

/** PUT /push/subscription: what `PushSubscription` of the browser says, with the keys as it gives them. */
export const PushSubscriptionBody = closed({
  endpoint: Type.String({ maxLength: 1024, pattern: '^https?://[\\x21-\\x7e]+$' }),
  p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}$', description: 'Point of P-256, base64url' }),
  auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', description: '16 bytes, base64url' }),
  locale: Type.Enum([...LOCALES]),
})
export type PushSubscriptionBody = Infer<typeof PushSubscriptionBody>

/** The JSON of a push, for the service worker. */
export interface PushPayload {
  title: string
  body: string
  /** Page of the app, e.g. "/pages/order/closed?id=…". */
  path: string
  /** A later push with the same tag replaces this one; one without a tag replaces nothing. */
  tag?: string
  /** BCP 47. */
  lang: string
}
