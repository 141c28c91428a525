import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { perMinute } from '../../plugins/limits'
import { type App, endpoint, userOf } from '../../shared/http'
import { type AppError, fail, ok, type Result, unwrap } from '../../shared/result'
import type { Settings } from '../../shared/settings'
import { UPLOAD_BYTES_MAX, type UploadsService } from './service'

/** Each holds up to 10 MB of memory, for as long as its sender takes. */
const AT_ONCE = { all: 24, user: 3 }
/** A body that is too large is read to its end up to here, so that the sender gets to see the answer. */
const DRAINED_MAX = 64 * 1024 * 1024

/** The one part named `file`. The parser throws where it is too large. */
async function readFile(request: FastifyRequest): Promise<Result<Buffer, AppError<'invalid_request'>>> {
  let file: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file' || part.fieldname !== 'file' || file) return fail('invalid_request')
      file = await part.toBuffer()
    }
  } catch (error) {
    // The parser's own refusals say what they are; what else it throws is about the bytes, such as a missing boundary.
    if (error instanceof Error && 'statusCode' in error) throw error
    return fail('invalid_request')
  }
  return file ? ok(file) : fail('invalid_request')
}

/** How many uploads are being received, of all and of each user. */
function createCount(limits: { all: number; user: number }) {
  const users = new Map<bigint, number>()
  let all = 0
  return {
    /** `rate_limited` for a user who sends too many at once, `unavailable` when everyone together does. */
    begin(userId: bigint): Result<undefined, AppError<'rate_limited' | 'unavailable'>> {
      const own = users.get(userId) ?? 0
      if (own >= limits.user) return fail('rate_limited', { retryAfterSeconds: 1 })
      if (all >= limits.all) return fail('unavailable')
      users.set(userId, own + 1)
      all++
      return ok(undefined)
    },
    end(userId: bigint) {
      const own = users.get(userId) ?? 0
      if (own > 1) users.set(userId, own - 1)
      else users.delete(userId)
      all--
    },
  }
}

/**
 * Reads the rest of a refused body; without it a browser that is still sending sees a broken
 * connection instead of the answer.
 */
function drain(request: FastifyRequest, reply: FastifyReply) {
  const length = Number(request.headers['content-length'] ?? Number.NaN)
  if (length <= DRAINED_MAX) request.raw.resume()
  // Of a body without a known end the rest is not waited for: the connection ends with the answer.
  else reply.header('connection', 'close')
}

/** POST /uploads of contract/verification.ts. The only route that takes multipart, so only its own scope knows it. */
export function uploadRoutes(app: App, deps: { uploads: UploadsService; config: Pick<Settings, 'rateLimits'> }) {
  app.register(async (scope) => {
    const upload = endpoint('uploadPhoto')
    const underWay = createCount(AT_ONCE)
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, {
      limits: { fileSize: UPLOAD_BYTES_MAX, files: 1, fields: 0, parts: 1, headerPairs: 20 },
    })
    const api = scope as unknown as App
    api.route({
      ...upload,
      config: { ...upload.config, ...perMinute(deps.config.rateLimits.logins) },
      handler: async (request, reply) => {
        if (!request.isMultipart()) return unwrap(fail('unsupported_media_type'))
        const { id: userId } = userOf(request)
        unwrap(underWay.begin(userId))
        try {
          const bytes = unwrap(await readFile(request))
          const { created, upload } = unwrap(await deps.uploads.store(userId, request.query, bytes))
          return reply.code(created ? 201 : 200).send(upload)
        } finally {
          underWay.end(userId)
          if (!request.raw.complete) drain(request, reply)
        }
      },
    })
  })
}
