import { lastPartOf, ROUTES, TAB_ROUTES } from './routes'
import { PRELOAD, packagesOf } from './subpackages'

/** H5 has one chunk per page and wants one list; WeChat downloads by package. */
function pagesOfTarget() {
  if (process.env.TARO_ENV !== 'weapp') return { pages: ROUTES.map((route) => route.path as string) }
  const { main, subpackages } = packagesOf()
  const preload = Object.entries(PRELOAD).map(([page, packages]) => [
    page,
    { network: 'all' as const, packages: [...packages] },
  ])
  return {
    pages: main,
    subPackages: subpackages,
    preloadRule: Object.fromEntries(preload),
    // Follows the phone's light or dark look; theme.json has the colors of both.
    darkmode: true,
    themeLocation: 'theme.json',
    // Pages of products, orders and money do not belong in WeChat's search.
    sitemapLocation: 'sitemap.json',
    // Interfaces that touch personal data wait for the user's agreement (src/features/shell/PrivacySheet.tsx).
    __usePrivacyCheck__: true,
  }
}

const isWeapp = process.env.TARO_ENV === 'weapp'
/** A variable of theme.json in the mini program, the light color elsewhere. */
const themed = (variable: string, light: string) => (isWeapp ? `@${variable}` : light)

export default defineAppConfig({
  ...pagesOfTarget(),
  lazyCodeLoading: 'requiredComponents',
  window: {
    navigationStyle: 'custom',
    navigationBarTextStyle: themed('barText', 'black') as 'black',
    navigationBarBackgroundColor: themed('bar', '#ffffff'),
    navigationBarTitleText: 'Fairtick',
    backgroundColor: themed('background', '#f6f8fb'),
    backgroundTextStyle: themed('backgroundText', 'dark') as 'dark',
  },
  networkTimeout: { request: 60_000, uploadFile: 60_000, downloadFile: 60_000, connectSocket: 60_000 },
  // For Taro's router on H5; WeChat has its own animations.
  ...(isWeapp ? {} : { animation: { duration: 220, delay: 20 } }),
  tabBar: {
    custom: false,
    color: themed('tab', '#5d6b85'),
    selectedColor: themed('tabOn', '#1b57f0'),
    backgroundColor: themed('bar', '#ffffff'),
    borderStyle: themed('tabLine', 'black') as 'black',
    list: TAB_ROUTES.map(({ path, tab }) => ({
      pagePath: path,
      text: tab.firstText,
      iconPath: `assets/tab/${lastPartOf(path)}.png`,
      selectedIconPath: `assets/tab/${lastPartOf(path)}-on.png`,
    })),
  },
})
