import type { Duplex } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { sendError } from '../plugins/errors'
import type { App } from '../shared/http'

/** Ways in which the server can be made to fail, for QA. */
export const FAILURE_MODES = ['off', 'slow', 'errors', 'lost_answers', 'offline'] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

const SLOW_MS = 3_000

export interface Failures {
  mode: FailureMode
}

/** Applies the mode to everything below /api: HTTP and the stream. What was asked for is still done when its answer is lost. */
export function registerFailures(app: App, failures: Failures): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return
    if (failures.mode === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    if (failures.mode === 'offline') request.raw.destroy()
    if (failures.mode === 'errors') return sendError(request, reply as unknown as FastifyReply, { code: 'unavailable' })
  })
  app.addHook('onSend', async (request) => {
    if (failures.mode === 'lost_answers' && request.method !== 'GET' && request.url.startsWith('/api/')) {
      request.raw.destroy()
    }
  })
  app.server.prependListener('upgrade', (_request, socket: Duplex) => {
    if (failures.mode === 'offline') socket.destroy()
  })
}
