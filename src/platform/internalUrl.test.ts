import { safeInternalUrl } from './internalUrl'

test.each(['/pages/index/index', '/pages/Detail/Detail?symbol=BTCUSDT', '/pages/news/detail?id=a%2Fb&from=home'])(
  'follows our own page %s',
  (url) => {
    expect(safeInternalUrl(url)).toBe(url)
  },
)

test.each([
  '',
  'pages/index/index',
  '//evil.example/pages/index/index',
  '/\\evil.example',
  '\\\\evil.example',
  '/pages/index/index\t',
  '/pages/index/index\n',
  '/pages/index/index\u0000',
  '/@evil.example/pages/index/index',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'weixin://dl/business',
  'intent://x#Intent;end',
  'https://evil.example/#/pages/index/index',
  '/pages/index/index#/pages/user/user',
  '/pages/index/../user/user',
  '/pages/index/index?next=//evil.example',
  '/pages/INDEX/index',
  '/pages/unknown/unknown',
  `/pages/index/index?${'a'.repeat(600)}`,
  undefined,
  { toString: () => '/pages/index/index' },
])('never follows %p', (url) => {
  expect(safeInternalUrl(url)).toBeUndefined()
})
