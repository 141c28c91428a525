import { deviceParts } from './device'

test('a device is named in two parts, where it has two', () => {
  expect(deviceParts('Samsung Internet on Android')).toEqual({ browser: 'Samsung Internet', system: 'Android' })
  expect(deviceParts('App')).toBeUndefined()
})
