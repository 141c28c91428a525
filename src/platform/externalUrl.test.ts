import { safeExternalUrl } from './externalUrl'

test.each(['https://help.example.com', 'https://help.example.com:8443/chat?id=1&lang=de#top'])(
  '%s is followed',
  (url) => {
    expect(safeExternalUrl(url)).toBe(url)
  },
)

test.each([
  '',
  'http://help.example.com',
  '//help.example.com',
  'https:help.example.com',
  'https://user@help.example.com',
  'https://help.example.com\\@evil.example',
  'https://help.example.com/\u0000',
  'https://help.example.com/\tx',
  'https://localhost',
  'javascript:alert(1)',
  'weixin://dl/chat',
  'intent://x#Intent;end',
  'data:text/html,x',
  `https://a.example/${'x'.repeat(2000)}`,
  undefined,
])('%p is refused', (url) => {
  expect(safeExternalUrl(url)).toBeUndefined()
})
