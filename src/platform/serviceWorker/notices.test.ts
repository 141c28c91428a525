import { addressOf, noticeOf } from './notices'

const ICON = 'https://fairtick.example/h5/icon.png'
const payload = {
  title: 'Order won',
  body: 'Bitcoin · FT-0000000001',
  path: '/pages/order/closed?id=01a-b',
  lang: 'en-US',
}

test('a push becomes a notice that leads to its page', () => {
  expect(noticeOf(payload, ICON)).toEqual({
    title: 'Order won',
    options: { body: payload.body, lang: 'en-US', icon: ICON, data: { path: payload.path } },
  })
  expect(noticeOf({ ...payload, tag: 'results' }, ICON)?.options).toMatchObject({ tag: 'results', renotify: true })
  expect(addressOf(payload.path, 'https://fairtick.example/h5/')).toBe(
    'https://fairtick.example/h5/#/pages/order/closed?id=01a-b',
  )
})

test.each(['https://evil.example/', '//evil.example', 'javascript:alert(1)', '/pages/../../api', '/pages/x#/y', '', 7])(
  'a path such as %s leads to the messages instead',
  (path) => {
    expect(noticeOf({ ...payload, path }, ICON)?.options.data.path).toBe('/pages/message/message')
  },
)

test.each([undefined, null, 'text', {}, { title: 7 }])('%p is no notice', (wrong) => {
  expect(noticeOf(wrong, ICON)).toBeUndefined()
})
