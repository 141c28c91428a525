import type { Socket } from 'node:net'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { perMinute } from '../../plugins/limits'
import { type App, route } from '../../shared/http'
import { ok, type Result, refuse, unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { UPLOAD_BYTES_MAX, type UploadsService } from './service'

/** Each upload holds up to 10 MB of memory, for as long as its sender takes. */
const AT_ONCE = { all: 24, user: 3, undisturbedMs: 5_000 }
/** A body that is too large is read to its end up to this size, so that the sender sees the answer. */
const DRAINED_MAX = 64 * 1024 * 1024

/** The one part named `file`. The parser throws if it is too large. */
async function readFile(request: FastifyRequest): Promise<Result<Buffer, 'invalid_request'>> {
  let file: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== 'file' || file) return refuse('invalid_request')
      file = await part.toBuffer()
    }
  } catch (error) {
    // The parser's own refusals carry a status; anything else that it throws is about the bytes, such as a missing
    // boundary.
    if (error instanceof Error && 'statusCode' in error) throw error
    return refuse('invalid_request')
  }
  return file ? ok(file) : refuse('invalid_request')
}

/** One upload that is being received. */
interface Reception {
  userId: bigint
  beganAt: number
  /** Bytes that its connection had received before. */
  before: number
  socket: Pick<Socket, 'bytesRead'>
  /** Aborts when it has to make room for another upload. */
  giveWay: AbortController
}

/** Average bytes per millisecond. */
const paceOf = ({ socket, before, beganAt }: Reception, now: number) => (socket.bytesRead - before) / (now - beganAt)

/**
 * The uploads that are being received. When there are too many, one of those past `undisturbedMs` gives way: the slowest of
 * the accounts that send the most at once. Otherwise a few accounts that send slowly on purpose would keep everybody out, or
 * push out those who have one photo and a slow line.
 */
export function createReceptions(limits: { all: number; user: number; undisturbedMs: number }) {
  const underWay = new Set<Reception>()
  const countOf = (userId: bigint) => [...underWay].filter((each) => each.userId === userId).length

  function makeRoom(now: number): boolean {
    if (underWay.size < limits.all) return true
    const [first] = [...underWay]
      .filter(({ beganAt }) => now - beganAt >= limits.undisturbedMs)
      .map((each) => ({ each, own: countOf(each.userId), pace: paceOf(each, now) }))
      .sort((one, other) => other.own - one.own || one.pace - other.pace)
    if (first === undefined) return false
    underWay.delete(first.each)
    first.each.giveWay.abort()
    return true
  }

  return {
    /** `rate_limited` for a user who sends too many at once, `unavailable` when everyone together does. */
    begin(userId: bigint, socket: Reception['socket']): Result<Reception, 'rate_limited' | 'unavailable'> {
      if (countOf(userId) >= limits.user) return refuse('rate_limited', { retryAfterSeconds: 1 })
      const beganAt = performance.now()
      if (!makeRoom(beganAt)) return refuse('unavailable')
      const reception = { userId, beganAt, before: socket.bytesRead, socket, giveWay: new AbortController() }
      underWay.add(reception)
      return ok(reception)
    },
    end: (reception: Reception) => underWay.delete(reception),
  }
}

/** The result of `receiving`, or `unavailable` as soon as it has to give way; a later answer is dropped. */
function unlessAborted<T>(
  receiving: Promise<Result<T, 'invalid_request'>>,
  { signal }: AbortController,
): Promise<Result<T, 'invalid_request' | 'unavailable'>> {
  receiving.catch(() => undefined)
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(refuse('unavailable')), { once: true })
    receiving.then(resolve, reject)
  })
}

/**
 * Reads the rest of a refused body; otherwise a browser that is still sending sees a broken connection instead of the
 * answer.
 */
function drain(request: FastifyRequest, reply: FastifyReply) {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length <= DRAINED_MAX) request.raw.resume()
  // The rest of a body of unknown length is not awaited: the connection ends with the answer.
  else reply.header('connection', 'close')
}

interface UploadRouteDeps {
  uploads: UploadsService
  config: Pick<Settings, 'rateLimits'>
}

/** POST /uploads of contract/verification.ts. The only route that takes multipart, so only its own scope knows it. */
export function uploadRoutes(app: App, deps: UploadRouteDeps) {
  app.register(async (scope) => {
    const underWay = createReceptions(AT_ONCE)
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      limits: { fileSize: UPLOAD_BYTES_MAX, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    })
    route(
      scope as unknown as App,
      'uploadPhoto',
      async ({ user, query, request, reply }) => {
        if (!request.isMultipart()) return unwrap(refuse('unsupported_media_type'))
        const reception = unwrap(underWay.begin(user.id, request.raw.socket))
        try {
          const bytes = unwrap(await unlessAborted(readFile(request), reception.giveWay))
          const { created, upload } = unwrap(await deps.uploads.store(user.id, query, bytes))
          reply.code(created ? 201 : 200)
          return upload
        } finally {
          underWay.end(reception)
          if (reception.giveWay.signal.aborted) reply.header('connection', 'close')
          else if (!request.raw.complete) drain(request, reply)
        }
      },
      { config: perMinute(deps.config.rateLimits.logins) },
    )
  })
}
