import { ROUTES, TAB_ROUTES } from './routes'

/** Shown until the locale has loaded; zh-CN is the default language (spec.md, section 9). */
const FIRST_LABELS = ['首页', '资讯', '持仓', '我的']
const ICONS = ['index', 'news', 'order', 'user']

export default defineAppConfig({
  pages: ROUTES.map((route) => route.path),
  lazyCodeLoading: 'requiredComponents',
  window: {
    navigationStyle: 'custom',
    navigationBarTextStyle: 'black',
    navigationBarBackgroundColor: '#ffffff',
    navigationBarTitleText: 'Fairtick',
    backgroundColor: '#f6f8fb',
    backgroundTextStyle: 'dark',
  },
  animation: { duration: 220, delay: 20 },
  tabBar: {
    custom: false,
    color: '#5d6b85',
    selectedColor: '#1b57f0',
    backgroundColor: '#ffffff',
    borderStyle: 'black',
    list: TAB_ROUTES.map((route, index) => ({
      pagePath: route.path,
      text: FIRST_LABELS[index] ?? '',
      iconPath: `assets/tab/${ICONS[index]}.png`,
      selectedIconPath: `assets/tab/${ICONS[index]}-on.png`,
    })),
  },
})
