import { withoutSilent } from './withoutSilent'

test('an address without an answer is asked again after a minute, and others meanwhile', async () => {
  let now = 0
  const pages: Record<string, string> = { there: 'page' }
  const asked: string[] = []
  const read = withoutSilent(
    async (url) => {
      asked.push(url)
      return pages[url]
    },
    () => now,
  )
  expect([await read('away'), await read('away'), await read('there')]).toEqual([undefined, undefined, 'page'])
  pages.away = 'back'
  now = 59_999
  expect(await read('away')).toBeUndefined()
  now = 60_000
  expect([await read('away'), await read('away')]).toEqual(['back', 'back'])
  expect(asked).toEqual(['away', 'there', 'away', 'away'])
})
