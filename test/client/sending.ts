import type { FailureCode } from '../../src/domain/loadable'
import type { Intent } from '../../src/stores/sending/intents'
import { pause } from '../support/until'
import { NOON } from './factories'
import { answered, refused } from './http'

/** The fate of a request in the network: it arrives and is answered, is lost, loses its answer, or is refused. */
export type Fate = 'ok' | 'lost' | 'answerLost' | FailureCode

/** A server that keeps what it was sent by id, a device that keeps intents, and a clock that only sleeping moves. */
export function sendingWorld<Made extends { id: string }>() {
  const world = {
    now: NOON,
    account: 'lin_mei88',
    disk: [] as Intent[],
    server: new Map<string, Made>(),
    /** Ids in the order in which they were sent. */
    ids: [] as string[],
    /** Fates of the next requests; 'ok' when empty. */
    fates: [] as Fate[],
    /** Failures of the next questions. */
    questions: [] as FailureCode[],
    onSleep: () => {},
  }
  const deps = {
    account: () => world.account,
    intents: {
      read: () => world.disk,
      write: (intents: readonly Intent[]) => {
        world.disk = [...intents]
        return true
      },
    },
    now: () => world.now,
    randomBytes: (length: number) => Array.from({ length }, (_, i) => (world.ids.length * 31 + i) % 256),
    sleep: async (ms: number) => {
      world.now += ms
      world.onSleep()
    },
  }
  /** A sent request meets the next fate. The device must have stored it before it was sent. */
  function receive(id: string, make: () => Made) {
    expect(world.disk.map((intent) => intent.id)).toContain(id)
    world.ids.push(id)
    const fate = world.fates.shift() ?? 'ok'
    const made = world.server.get(id) ?? make()
    if (fate === 'ok' || fate === 'answerLost') world.server.set(id, made)
    if (fate === 'ok') return answered(made)
    return refused(fate === 'lost' || fate === 'answerLost' ? 'network' : fate)
  }
  /** Whether the request sent under this id succeeded. */
  function find(id: string) {
    const fate = world.questions.shift()
    if (fate) return refused(fate)
    const made = world.server.get(id)
    return made ? answered(made) : refused('not_found')
  }
  return { world, deps, receive, find }
}

/** Lets every promise that waits for nothing settle. */
export const settle = () => pause(0)
