import { renderScreen } from '../../test/client/screens'

/** The session itself, and the preferences, which belong to the device. */
const NOT_OF_A_USER = ['session', 'preferences']

const canReset = (store: unknown): store is { reset(): void } =>
  typeof store === 'object' && store !== null && typeof Reflect.get(store, 'reset') === 'function'

test('with the session each store that can forget its user does, once', () => {
  const { stores } = renderScreen(null, {})
  const resets = new Map(
    Object.entries(stores).flatMap(([name, store]) =>
      canReset(store) && !NOT_OF_A_USER.includes(name) ? [[name, jest.spyOn(store, 'reset')] as const] : [],
    ),
  )
  expect(resets.size).toBeGreaterThan(10)
  stores.resetUser()
  const calls = [...resets].map(([name, reset]) => `${name}: ${reset.mock.calls.length}`)
  expect(calls).toEqual([...resets.keys()].map((name) => `${name}: 1`))
})
