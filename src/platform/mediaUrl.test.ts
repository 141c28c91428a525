import { mediaUrl } from './mediaUrl'

const HASH = 'a'.repeat(64)

test('pictures come from the server or the object store, and from nowhere else', () => {
  expect(mediaUrl(`/api/media/${HASH}.webp`)).toBe(`/api/media/${HASH}.webp`.replace('/api', 'http://localhost/api'))
  expect(mediaUrl(`https://cdn.example.com/a/media/${HASH}`)).toBe(`https://cdn.example.com/a/media/${HASH}`)
  for (const other of [
    null,
    7,
    '',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '/api/media/../users',
    '/api/media/.env',
    `http://cdn.example.com/media/${HASH}`,
    `https://cdn.example.com/media/${HASH}?x`,
    'https://cdn.example.com/tracker.gif',
    `https://user@cdn.example.com/media/${HASH}`,
    `javascript:alert(1)//media/${HASH}`,
    '/api/me',
  ])
    expect([other, mediaUrl(other)]).toEqual([other, undefined])
})
