import { failed, IDLE, LOADING, loadedValue, ready } from './loadable'

describe('loadedValue', () => {
  it('is there only when it is ready', () => {
    expect(loadedValue(ready(0))).toBe(0)
    expect([IDLE, LOADING, failed('timeout')].map(loadedValue)).toEqual([undefined, undefined, undefined])
  })
})
