import { useEffect } from 'react'

/** Stands in for `@tarojs/taro`: navigation is recorded, page hooks run as effects, and events are a plain emitter. */

type Handler = (argument?: unknown) => void
interface Page {
  route: string
  options: Record<string, string>
}

class FakeTaro {
  pages: Page[] = []
  /** Each navigation as "switchTab /pages/index/index". */
  navigations: string[] = []
  requests: unknown[] = []
  tabLabels: string[] = []
  /** By tab; empty for none. */
  tabBadges: string[] = []
  answer: (request: unknown) => Promise<unknown> = () => Promise.reject(new Error('no answer was set'))
  private readonly handlers = new Map<string, Set<Handler>>()

  reset(): void {
    this.pages = [{ route: '/pages/index/index', options: {} }]
    this.navigations = []
    this.requests = []
    this.tabLabels = []
    this.tabBadges = []
  }

  record = (kind: string) => (options?: { url?: string }) => {
    this.navigations.push(`${kind} ${options?.url ?? ''}`.trim())
    return Promise.resolve({ errMsg: `${kind}:ok` })
  }

  on = (name: string, handler: Handler) => {
    this.handlers.set(name, (this.handlers.get(name) ?? new Set()).add(handler))
  }

  off = (name: string, handler: Handler) => {
    this.handlers.get(name)?.delete(handler)
  }

  trigger = (name: string, argument?: unknown) => {
    for (const handler of this.handlers.get(name) ?? []) handler(argument)
  }
}

export const fakeTaro = new FakeTaro()

/* Hooks of a page run once for it, regardless of their closures. */
// biome-ignore lint/correctness/useExhaustiveDependencies: once for a page
const onMount = (handler: () => void) => useEffect(handler, [])
const never = () => undefined

export const useDidShow = onMount
export const useLoad = onMount
export const useReady = onMount
export const useDidHide = never
export const usePageScroll = never
export const useReachBottom = never
export const usePullDownRefresh = never
// biome-ignore lint/correctness/useExhaustiveDependencies: once for a page
export const useUnload = (handler: () => void) => useEffect(() => () => handler(), [])
export const useRouter = () => ({ path: fakeTaro.pages.at(-1)?.route, params: fakeTaro.pages.at(-1)?.options ?? {} })
export const initTabBarApis = never

export default {
  getEnv: () => 'WEB',
  ENV_TYPE: { WEB: 'WEB', WEAPP: 'WEAPP', ALIPAY: 'ALIPAY' },
  pxTransform: (points: number) => `${points}px`,
  eventCenter: { on: fakeTaro.on, off: fakeTaro.off, trigger: fakeTaro.trigger },
  getCurrentPages: () => fakeTaro.pages,
  nextTick: (run: () => void) => setTimeout(run),
  switchTab: fakeTaro.record('switchTab'),
  navigateTo: async (options: { url: string }) => {
    const result = await fakeTaro.record('navigateTo')(options)
    // The page comes at once.
    fakeTaro.trigger('__afterTaroRouterChange')
    return result
  },
  redirectTo: fakeTaro.record('redirectTo'),
  navigateBack: fakeTaro.record('navigateBack'),
  reLaunch: fakeTaro.record('reLaunch'),
  request: (request: unknown) => {
    fakeTaro.requests.push(request)
    return fakeTaro.answer(request)
  },
  setTabBarItem: ({ index, text }: { index: number; text: string }) => {
    fakeTaro.tabLabels[index] = text
    return Promise.resolve()
  },
  setTabBarBadge: ({ index, text }: { index: number; text: string }) => {
    fakeTaro.tabBadges[index] = text
    return Promise.resolve()
  },
  removeTabBarBadge: ({ index }: { index: number }) => {
    fakeTaro.tabBadges[index] = ''
    return Promise.resolve()
  },
  createSelectorQuery: () => {
    const query = { select: () => query, fields: () => query, exec: (done: (found: unknown[]) => void) => done([{}]) }
    return query
  },
}
