import { badgeText } from './badge'

test.each([
  [0, ''],
  [-1, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
])('%i unread shows %p', (unread, text) => {
  expect(badgeText(unread)).toBe(text)
})
