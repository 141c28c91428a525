import Type from 'typebox'
import { closed, type Infer, Instant, nullable } from './common'
import { LOCALES } from './locales'

/** GET /app-info: what the client needs before anyone has logged in. */
export const AppInfo = closed({
  name: Type.String({ description: 'Product name as the user sees it' }),
  version: Type.String(),
  locales: Type.Array(Type.Enum([...LOCALES]), { description: 'Locales this deployment offers, in order' }),
  currency: closed({ code: Type.String({ pattern: '^[A-Z]{3,5}$' }), scale: Type.Integer({ minimum: 0, maximum: 4 }) }),
  funds: Type.Enum(['demo', 'live']),
  feed: Type.String({ description: 'Name of the price source; "simulated" for each whose prices are made up' }),
  kefuUrl: nullable(Type.String({ description: 'Customer service, https' })),
  codeContact: Type.Optional(Type.String({ description: 'Whom to ask for an account-opening code; absent if nobody' })),
  passkeyDomain: Type.Optional(Type.String({ description: 'Where passkeys can be used; absent where they cannot' })),
  pushKey: Type.Optional(Type.String({ description: 'Public VAPID key, base64url; absent where nothing is pushed' })),
  pushToApple: Type.Optional(
    Type.Boolean({ description: 'Whether Safari, iPhones and iPads can be pushed to; absent without `pushKey`' }),
  ),
  serverAt: Instant,
})
export type AppInfo = Infer<typeof AppInfo>

/** GET /wechat-signature: the page that asks, without what follows "#". */
export const WechatQuery = closed({ url: Type.String({ minLength: 1, maxLength: 2_000 }) })

/** What WeChat's JS-SDK takes on that page for some hours. */
export const WechatSignature = closed({
  appId: Type.String(),
  timestamp: Type.Integer({ description: 'Seconds' }),
  nonce: Type.String(),
  signature: Type.String({ pattern: '^[0-9a-f]{40}$' }),
})
export type WechatSignature = Infer<typeof WechatSignature>

/**
 * GET /health: `live` is always true in an answer; `ready` is false, with 503, while a dependency is down. GET
 * /health/node answers the same but is ready whenever its database answers. It is for a proxy, which gains nothing from
 * taking out every node when prices stop or the books are off.
 */
export const Health = closed({
  live: Type.Literal(true),
  ready: Type.Boolean(),
  checks: closed({
    database: Type.Enum(['ok', 'failed']),
    feed: Type.Enum(['ok', 'stale']),
    ledger: Type.Enum(['ok', 'off', 'unchecked'], { description: "The auditor's last finding" }),
    bus: Type.Enum(['off', 'ok', 'lost'], {
      description: 'News between nodes. `lost` slows news down and stops nothing; `off` is a node of its own',
    }),
  }),
  audit: closed(
    {
      checkedAt: nullable(Instant),
      fullPassAt: nullable(Instant),
    },
    {
      description: 'When the auditor last had looked at all that is new, and at everything; null before the first time',
    },
  ),
  feeds: Type.Array(
    closed({
      source: Type.String(),
      status: Type.Enum(['connecting', 'connected', 'stale', 'down']),
      lastTickAgeMs: nullable(Type.Integer({ description: 'Null before its first tick' })),
      missing: Type.Array(
        closed({
          symbol: Type.String(),
          name: Type.String({ description: "The source's name of the product" }),
          why: Type.Enum(['refused', 'unknown', 'silent']),
        }),
        { description: 'Products of which the source gives no prices although their market is open' },
      ),
    }),
    { description: 'Price sources, the most wanted first; empty on a node that does not write the prices' },
  ),
})
export type Health = Infer<typeof Health>

/** GET /health/live: the process answers. It asks neither database nor Redis: restarting a node restores neither. */
export const Liveness = closed({ live: Type.Literal(true) })
export type Liveness = Infer<typeof Liveness>
