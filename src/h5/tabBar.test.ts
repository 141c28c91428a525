import { setTabBadge, setTabLabels } from '../platform/tabs'
import { initTabbar } from './tabBar'

// Both need what only the build puts in.
jest.mock('@tarojs/runtime', () => ({ addLeadingSlash: (path: string) => `/${path.replace(/^\//, '')}` }))
jest.mock('./drawIcon', () => ({ drawIcon: () => '' }))

const list = [
  { pagePath: 'pages/index/index', text: '首页' },
  { pagePath: 'pages/user/user', text: '个人中心' },
]

test('a bar that is made late has the words and badges that were set before', () => {
  setTabLabels(['Home', 'Profile'])
  setTabBadge(1, '6')
  document.body.innerHTML = '<div id="container"></div>'
  initTabbar({ pages: ['pages/index/index'], tabBar: { list } }, { location: { pathname: '/' } })
  const tabs = [...document.querySelectorAll('.tab-bar__item')].map((tab) => [
    tab.querySelector('.tab-bar__label')?.textContent,
    tab.querySelector('.tab-bar__badge')?.textContent,
  ])
  expect(tabs).toEqual([
    ['Home', undefined],
    ['Profile', '6'],
  ])
})
