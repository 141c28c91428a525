import { LateError, within } from './within'

const never = () => new Promise<never>(() => undefined)

test('work in time answers, or fails with its own error', async () => {
  expect(await within(1_000, 'it', async () => 1)).toBe(1)
  await expect(
    within(1_000, 'it', async () => {
      throw new Error('its own')
    }),
  ).rejects.toThrow('its own')
})

test('late work is told, and nobody waits for it', async () => {
  let signal: AbortSignal | undefined
  const answer = within(5, 'the store', (given) => {
    signal = given
    return never()
  })
  await expect(answer).rejects.toEqual(new LateError('the store did not answer within 5 ms'))
  expect(signal?.aborted).toBe(true)
})
