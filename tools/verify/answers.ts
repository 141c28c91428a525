import type { OrderRefusal } from '../../contract/errors'
import type { Consistency, FeedEventPage, LoggedHead, ProofPolicy, ResultPlace, SignedHead } from '../../contract/proof'
import { SEEN_MAX } from '../../proof/evidence'
import { KEYS, PRODUCT_PATHS } from '../../proof/file'
import { isLeftAsk, type LeftAsk } from '../../proof/leftAsk'
import { isRefusal } from '../../proof/refusal'
import {
  atLeast,
  BRIEF_HEAD,
  HASH,
  HEAD,
  LOG_PATHS,
  listOf,
  oneOf,
  orNull,
  PATH,
  record,
  SIGNATURE,
  textOf,
  whole,
} from '../../proof/shape'
import type { SeenCheckpoint } from '../../proof/time'

/** Shapes of what a server answers, and of a file of evidence. */

const SIGNED = { checkpoint: textOf(64_000), publicKey: HASH }
const LATEST = record({ head: HEAD, ...SIGNED })
const LOGGED_HEAD = record({ head: HEAD, path: PATH, ...SIGNED })
const CONSISTENCY = record({ from: HEAD, to: HEAD, heads: PATH, products: PRODUCT_PATHS, logs: LOG_PATHS })
const RESULT = record({ head: HEAD, leaf: orNull(textOf(200)), path: listOf(HASH, 283), ...SIGNED })
const FEED_PAGE = record({
  head: BRIEF_HEAD,
  headPath: PATH,
  from: whole(),
  path: PATH,
  entries: listOf(textOf(400), 500),
  ...SIGNED,
})
const RESTORE = record({
  kept: whole(1),
  root: HASH,
  keptAt: whole(),
  at: whole(),
  reason: oneOf('hardware', 'mistake', 'attack'),
  signature: SIGNATURE,
  publicKey: HASH,
})
const POLICY = atLeast({ keys: KEYS, restores: listOf(RESTORE, 16) })
const EVIDENCE_FIELDS = {
  format: oneOf('fairtick-evidence-2'),
  receipt: () => true,
  acceptance: () => true,
  checkpoints: listOf(record({ asked: whole(), at: whole(), text: textOf(64_000) }), SEEN_MAX),
}
const [REFUSED, LEFT] = [{ refusal: isRefusal }, { left: isLeftAsk }]
const EVIDENCES = [{}, REFUSED, LEFT, { ...REFUSED, ...LEFT }].map((more) => record({ ...EVIDENCE_FIELDS, ...more }))

/** What a device hands to others about an order (proof/evidence.ts). */
export interface Evidence {
  receipt: unknown
  acceptance: unknown
  checkpoints: SeenCheckpoint[]
  refusal?: OrderRefusal
  left?: LeftAsk
}

export const isLatest = (value: unknown): value is SignedHead => LATEST(value)
export const isLoggedHead = (value: unknown): value is LoggedHead => LOGGED_HEAD(value)
export const isConsistencyAnswer = (value: unknown): value is Consistency => CONSISTENCY(value)
export const isResultAnswer = (value: unknown): value is ResultPlace => RESULT(value)
export const isFeedPage = (value: unknown): value is FeedEventPage => FEED_PAGE(value)
export const isPolicy = (value: unknown): value is ProofPolicy => POLICY(value)
export const isEvidence = (value: unknown): value is Evidence => EVIDENCES.some((shape) => shape(value))
