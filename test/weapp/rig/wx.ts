/** The callbacks of every asynchronous function of `wx`. */
export interface Options {
  success?: (result: object) => void
  fail?: (error: object) => void
  complete?: (result: object) => void
  [name: string]: unknown
}

export type WxFunction = (...args: never[]) => unknown

/** Calls back as WeChat does: in a later task, to one of the two and to `complete`. */
export interface Answer {
  success(name: string, options: Options | undefined, result?: object): void
  fail(name: string, options: Options | undefined, why: string): void
}

export function createAnswer(later: (run: () => void, ms: number) => unknown): Answer {
  return {
    success(name, options, result = {}) {
      const answer = { errMsg: `${name}:ok`, ...result }
      later(() => {
        options?.success?.(answer)
        options?.complete?.(answer)
      }, 1)
    },
    fail(name, options, why) {
      const answer = { errMsg: `${name}:fail ${why}` }
      later(() => {
        options?.fail?.(answer)
        options?.complete?.(answer)
      }, 1)
    },
  }
}

/** Events of WeChat; each has `wx.onX` and `wx.offX`. */
const EVENTS = [
  'AppShow',
  'AppHide',
  'Error',
  'UnhandledRejection',
  'PageNotFound',
  'ThemeChange',
  'AudioInterruptionEnd',
  'NetworkStatusChange',
  'NetworkWeakChange',
  'NeedPrivacyAuthorization',
  'KeyboardHeightChange',
  'WindowResize',
  'MemoryWarning',
  'UserCaptureScreen',
  'LazyLoadError',
  'DeviceOrientationChange',
]

/** Handlers of `wx.onX`, taken back by `wx.offX`. */
export class Listeners {
  private readonly handlers = new Map<string, Set<(...event: object[]) => void>>()

  functions(): Record<string, WxFunction> {
    return Object.fromEntries(
      EVENTS.flatMap((event): [string, WxFunction][] => {
        const set = new Set<(...event: object[]) => void>()
        this.handlers.set(event, set)
        const take = (handler?: (...event: object[]) => void) => {
          if (handler) set.delete(handler)
          else set.clear()
        }
        return [
          [`on${event}`, (handler: (...event: object[]) => void) => set.add(handler)],
          [`off${event}`, take],
        ]
      }),
    )
  }

  tell(event: string, ...detail: object[]): boolean {
    const set = this.handlers.get(event)
    for (const handler of [...(set ?? [])]) handler(...detail)
    return (set?.size ?? 0) > 0
  }
}
