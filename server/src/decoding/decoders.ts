import { Gauge } from 'prom-client'
import type { Log } from '../shared/log'
import type { Metrics } from '../shared/metrics'
import { whyNotConfined } from './confine'
import { bundleIn, createDecoderProcess, type DecoderProcess, type Ending } from './decoderProcess'
import { createFairQueue } from './fairQueue'
import type { Question } from './question'

const PROCESSES = 2
const WAITING_MAX = 16
/** A dozen photos of a phone. */
const FRUGAL_MS = 4_000

/** Files from strangers are decoded in their own processes, with limits of time and memory. */
export type Decoders = ReturnType<typeof createDecoders>

/** @param folder of the built program; the default is next to this one */
export function createDecoders({ log, metrics }: { log: Log; metrics: Metrics }, folder?: string) {
  const create = () => createDecoderProcess(undefined, folder)
  const idle: DecoderProcess[] = Array.from({ length: PROCESSES }, create)
  const queue = createFairQueue({ running: PROCESSES, waiting: WAITING_MAX, frugalMs: FRUGAL_MS })
  return {
    /**
     * The response of `server/src/decoder.ts`; `ended` if the bytes cost more than a process may take, or end it;
     * undefined if too many wait, or the machine is too busy. `user` is who pays for the time.
     */
    decode<A>(user: string, question: Question): Promise<{ answer: A } | { ended: Ending } | undefined> {
      return queue.run(user, async () => {
        const decoder = idle.pop() ?? create()
        try {
          const outcome = await decoder.ask(question, user)
          if ('ended' in outcome)
            log.warn({ user, kind: question.kind, bytes: question.bytes.length, ...outcome }, 'a decoder was ended')
          if ('ended' in outcome && outcome.ended === 'starved') return undefined
          return outcome as { answer: A } | { ended: Ending }
        } finally {
          idle.push(decoder)
        }
      })
    },
    /** Says in the log and in a metric whether a decoder that a file takes over could reach this node's secrets. */
    async sayWhetherConfined() {
      if (bundleIn() === undefined) return
      const why = await whyNotConfined()
      const registers = [metrics.registry]
      new Gauge({ name: 'fairtick_decoders_confined', help: '1 while decoders reach no secret', registers }).set(
        why === undefined ? 1 : 0,
      )
      if (why !== undefined)
        log.warn({ why }, 'decoders of pictures and bank statements are not confined: DEPLOYMENT.md, "Decoders"')
    },
  }
}
