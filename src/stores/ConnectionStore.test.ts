import { ConnectionStore } from './ConnectionStore'

test('what the server says of its time moves the clock', () => {
  const connection = new ConnectionStore(() => 1_000)
  expect(connection.serverNow()).toBe(1_000)
  connection.addClockSample(0, 400, 5_190)
  connection.addClockSample(1_000, 1_020, 6_010)
  expect(connection.serverOffsetMs).toBe(5_000)
  expect(connection.serverNow()).toBe(6_000)
})

test('a device clock that was set anew is noticed at the next sample', () => {
  const connection = new ConnectionStore(() => 0)
  connection.addClockSample(0, 20, 10)
  expect(connection.serverOffsetMs).toBe(0)
  connection.addClockSample(3_600_000, 3_600_040, 20_020)
  expect(connection.serverOffsetMs).toBe(-3_580_000)
})

test('a trip that ended before it began says nothing', () => {
  const connection = new ConnectionStore(() => 0)
  connection.addClockSample(5_000, 1_000, 3_000)
  expect(connection.serverOffsetMs).toBe(0)
})

test.each([
  [0, true, 0],
  [1_500, true, 0],
  [-1_500, true, 0],
  [1_501, false, 1_501],
  [-60_000, false, -60_000],
])(
  'with the service %i ms ahead, the own clock is right: %s, and a press is dated %i ms from it',
  (ms, isRight, pressedMs) => {
    const connection = new ConnectionStore(() => 1_000_000)
    connection.addClockSample(1_000_000, 1_000_000, 1_000_000 + ms)
    expect(connection.isDeviceRight).toBe(isRight)
    expect(connection.ownNow()).toBe(1_000_000 + pressedMs)
  },
)
