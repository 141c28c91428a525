import { deviceTimeZone } from './timeZone'

afterEach(() => jest.restoreAllMocks())

/** A device whose zone is called so, and whose clock is this many minutes behind UTC. */
function device(timeZone: string, behind: number) {
  jest.spyOn(Intl, 'DateTimeFormat').mockReturnValue({ resolvedOptions: () => ({ timeZone }) } as never)
  jest.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(behind)
}

test.each([
  ['Asia/Saigon', -420, 'Asia/Saigon'],
  ['Etc/Unknown', -480, 'Etc/GMT-8'],
  ['', 300, 'Etc/GMT+5'],
  ['中国标准时间', -480, 'Etc/GMT-8'],
  ['Etc/Unknown', 0, 'Etc/GMT'],
  ['Etc/Unknown', -345, '+05:45'],
  ['', 210, '-03:30'],
])('"%s", %i minutes behind UTC, is %s', (name, behind, zone) => {
  device(name, behind)
  expect(deviceTimeZone()).toBe(zone)
})
