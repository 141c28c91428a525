/** Stands in for `@tarojs/taro` while the first screen is rendered at build time: nothing happens to a page on paper. */
const never = () => undefined
const settled = () => Promise.resolve()

export const useDidShow = never
export const useDidHide = never
export const useLoad = never
export const useReady = never
export const useUnload = never
export const usePageScroll = never
export const useReachBottom = never
export const usePullDownRefresh = never
export const useShareAppMessage = never
export const useShareTimeline = never
export const useRouter = () => ({ path: '', params: { symbol: '{{symbol}}' } })
export const getCurrentInstance = () => ({ router: useRouter() })

export default {
  ENV_TYPE: { WEB: 'WEB', WEAPP: 'WEAPP', ALIPAY: 'ALIPAY' },
  eventCenter: { on: never, off: never, trigger: never },
  getEnv: () => 'WEB',
  getCurrentPages: () => [],
  getCurrentInstance,
  pxTransform: (points: number) => `${points}px`,
  switchTab: settled,
  navigateTo: settled,
}
