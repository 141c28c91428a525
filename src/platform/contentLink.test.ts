import { readLink } from './contentLink'

test('a page of ours and a plain https site are links', () => {
  expect(readLink('/pages/news/detail?id=first-news')).toEqual({
    kind: 'page',
    url: '/pages/news/detail?id=first-news',
  })
  expect(readLink('https://Help.Example.com:8443/a?b=1#c')).toEqual({
    kind: 'site',
    url: 'https://Help.Example.com:8443/a?b=1#c',
    host: 'help.example.com:8443',
  })
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://a.example/1',
  'http://a.example',
  '//evil.example',
  '/\\evil.example',
  'https://good.example@evil.example',
  'https://good.example\\@evil.example',
  'https:/\u0000/evil.example',
  'weixin://dl/business',
  'intent://x#Intent;end',
  '/pages/nowhere/nowhere',
  '/pages/news/detail?id=a b',
  '/api/media/a.html',
  '',
  null,
  undefined,
  {},
])('%p is no link', (href) => {
  expect(readLink(href)).toBeUndefined()
})
