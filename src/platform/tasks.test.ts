import { MessageChannel } from 'node:worker_threads'
import { afterPicture, nextTask } from './tasks'

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

test('what waits for a picture runs in a task of its own after the frame, unless it is called off', async () => {
  const frames: FrameRequestCallback[] = []
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((draw) => frames.push(draw))
  const run = jest.fn()
  afterPicture(run)
  const callOff = afterPicture(run)
  await nextTask()
  expect(run).not.toHaveBeenCalled()
  for (const draw of frames) draw(0)
  expect(run).not.toHaveBeenCalled()
  callOff()
  await nextTask()
  await nextTask()
  expect(run).toHaveBeenCalledTimes(1)
  jest.restoreAllMocks()
})
