/** Routes of server/src/dev, which only `npm run dev` has. */
export interface DevState {
  serverAt: string
  running: boolean
  scale: number
  silent: boolean
  still: boolean
  failures: FailureMode
  commands: string[]
}

export const FAILURE_MODES = ['off', 'slow', 'errors', 'lost_answers', 'offline'] as const
export type FailureMode = (typeof FAILURE_MODES)[number]

async function call<T>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`/dev/${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  return answer.json()
}

export const devApi = {
  state: () => call<DevState>('state'),
  /** `run` lets the time pass quickly, prices and all; `jump` skips the time in between. */
  clock: (kind: 'run' | 'jump', ms: number) => call<DevState>('clock', { kind, ms }),
  market: (change: { moveBp?: number; silent?: boolean; still?: boolean }) => call<DevState>('market', change),
  failures: (mode: FailureMode) => call<DevState>('failures', { mode }),
  ops: (line: string) => call<{ output: string }>('ops', { line }),
}
