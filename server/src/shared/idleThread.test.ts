import { createIdleThread } from './idleThread'

test('messages are answered in their order, with what the thread was given', async () => {
  const thread = createIdleThread<number, number>(
    `parentPort.on('message', (value) => parentPort.postMessage(value * workerData))`,
    3,
  )
  expect(await Promise.all([1, 2, 3].map(thread.ask))).toEqual([3, 6, 9])
})

test('a thread that ends fails what it was asked, says why, and another takes what comes then', async () => {
  const thread = createIdleThread<string, string>(
    `parentPort.on('message', (value) => {
       if (value === 'bad') throw new Error('this is bad')
       parentPort.postMessage(value)
     })`,
  )
  const first = await Promise.allSettled(['good', 'bad', 'lost'].map(thread.ask))
  expect(first).toEqual([
    { status: 'fulfilled', value: 'good' },
    { status: 'rejected', reason: new Error('this is bad') },
    { status: 'rejected', reason: new Error('this is bad') },
  ])
  expect(await thread.ask('again')).toBe('again')
})
