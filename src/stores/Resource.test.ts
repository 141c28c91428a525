import { autorun } from 'mobx'
import { answered, refused } from '../../test/client/http'
import type { ApiResult } from '../api/http'
import { Resource, Resources } from './Resource'

/** A server whose answers come when the test says so, in any order. */
function setUp(accept?: (answer: number, known: number | undefined) => number) {
  const requests: ((answer: ApiResult<number>) => void)[] = []
  const resource = new Resource<number>(() => new Promise((resolve) => requests.push(resolve)), accept)
  const answer = (index: number, what: ApiResult<number>) => requests[index]?.(what)
  return { resource, requests, answer }
}

test('goes from idle over loading to ready, and every step is observed', async () => {
  const { resource, answer } = setUp()
  const seen: string[] = []
  const stop = autorun(() => seen.push(resource.state.kind))
  const loading = resource.load()
  answer(0, answered(1))
  expect(await loading).toBe(true)
  stop()
  expect([seen, resource.value]).toEqual([['idle', 'loading', 'ready'], 1])
})

test('two loads at once share one request; after it another one is sent', async () => {
  const { resource, requests, answer } = setUp()
  const both = Promise.all([resource.load(), resource.load()])
  expect(requests).toHaveLength(1)
  answer(0, answered(1))
  expect(await both).toEqual([true, true])
  void resource.load()
  expect(requests).toHaveLength(2)
})

test('of two refreshes the later question decides, in whatever order the answers come', async () => {
  const { resource, answer } = setUp()
  const first = resource.refresh()
  const second = resource.refresh()
  answer(1, answered(2))
  answer(0, answered(1))
  expect([await first, await second, resource.value]).toEqual([false, true, 2])
})

test('a failure shows where there is nothing to show, and otherwise beside it', async () => {
  const { resource, answer } = setUp()
  const first = resource.load()
  answer(0, refused('network'))
  expect(await first).toBe(false)
  expect(resource.state).toEqual({ kind: 'failed', code: 'network' })
  const second = resource.load()
  answer(1, answered(1))
  await second
  expect(resource.refreshFailure).toBeUndefined()
  const third = resource.load()
  answer(2, refused('timeout'))
  await third
  expect([resource.value, resource.refreshFailure]).toEqual([1, 'timeout'])
})

test('what the server no longer has is shown no longer', async () => {
  const { resource, answer } = setUp()
  resource.restore(1)
  const loading = resource.load()
  answer(0, refused('not_found'))
  await loading
  expect(resource.state).toEqual({ kind: 'failed', code: 'not_found' })
})

test('a value that was set is newer than an answer on its way', async () => {
  const { resource, answer } = setUp()
  const loading = resource.load()
  resource.set(7)
  answer(0, answered(1))
  expect([await loading, resource.value]).toEqual([false, 7])
})

test('an answer may be weighed against what is known', async () => {
  const { resource, answer } = setUp((next, known) => Math.max(next, known ?? 0))
  resource.set(5)
  const loading = resource.load()
  answer(0, answered(3))
  await loading
  expect(resource.value).toBe(5)
})

test('after a reset neither an answer nor a change of the ended session is taken', async () => {
  const { resource, answer } = setUp()
  const loading = resource.load()
  let tell: (what: ApiResult<number>) => void = () => undefined
  const change = resource.takeFrom(new Promise((resolve) => (tell = resolve)))
  resource.reset()
  answer(0, answered(1))
  tell(answered(2))
  expect([await loading, await change, resource.state.kind]).toEqual([false, answered(2), 'idle'])
})

test('what was kept from an earlier visit never replaces an answer', () => {
  const { resource } = setUp()
  resource.restore(1)
  resource.restore(2)
  expect(resource.value).toBe(1)
})

test('resources by key are the same one each time, and go together', () => {
  const resources = new Resources((key: string) => new Resource(async () => answered(key.length)))
  resources.of('one').set(1)
  expect([resources.of('one').value, resources.of('two').value]).toEqual([1, undefined])
  resources.reset()
  expect(resources.of('one').state.kind).toBe('idle')
})
