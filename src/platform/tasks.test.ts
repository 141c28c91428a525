import { MessageChannel } from 'node:worker_threads'
import { nextTask } from './tasks'

const asked: string[] = []
const has = (changes: object) => Object.assign(window, { scheduler: undefined, MessageChannel: undefined, ...changes })
afterEach(() => {
  asked.length = 0
  has({})
})

class Channel extends MessageChannel {
  constructor() {
    super()
    asked.push('message')
  }
}
const scheduler = {
  async yield() {
    asked.push('yield')
  },
}

test.each([
  ['the browser yields', { scheduler, MessageChannel: Channel }, ['yield']],
  ['a scheduler does not know how to yield', { scheduler: {}, MessageChannel: Channel }, ['message']],
  ['there is no scheduler', { MessageChannel: Channel }, ['message']],
  ['there is a timer only', {}, []],
])('where %s, what waits has its turn before the next task', async (_where, browser, with_) => {
  has(browser)
  let isDone = false
  const next = nextTask().then(() => {
    isDone = true
  })
  expect(isDone).toBe(false)
  await next
  expect(asked).toEqual(with_)
})
