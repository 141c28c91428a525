import { deflateSync, inflateSync } from 'node:zlib'
import { until } from '../../../../test/support/until'
import type { TestUser } from '../../../test/app'
import { jpegPhoto, sendPhoto, textBomb } from '../../../test/photos'
import { server, withServer } from '../../../test/serverOfFile'
import { remakePicture } from '../../decoding/picture'

/** What the flood lasts for: pictures of the three, and honest uploads. */
const FLOOD = { answers: 12, uploads: 3 }

withServer()
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})

test('texts of a PNG that unpack to 1.8 GB cost nothing', async () => {
  const bomb = await textBomb()
  expect(bomb.length).toBeLessThan(2 * 2 ** 20)
  /** Microseconds of the processor. */
  const costOf = async (work: () => unknown) => {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  // The first picture loads the library.
  await remakePicture(await textBomb(20, 0))
  const unpacking = await costOf(() => inflateSync(deflateSync(Buffer.alloc(30 * 2 ** 20, 65))))
  expect(await costOf(async () => expect(await remakePicture(bomb)).toBeDefined())).toBeLessThan(10 * unpacking)
})

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/**
 * Sends the picture over and over, two at once, until `isOver`; the statuses of the answers go to `statuses`, and how
 * many of them came while one picture waited to `ahead`.
 */
async function flood(user: TestUser, picture: Buffer, statuses: number[], ahead: number[], isOver: () => boolean) {
  const lane = async () => {
    while (!isOver()) {
      const before = statuses.length
      const { statusCode } = await sendPhoto(server, user, picture)
      if (statusCode === 201) ahead.push(statuses.length - before)
      statuses.push(statusCode)
    }
  }
  await Promise.all([lane(), lane()])
}

test('an honest upload goes ahead of most that three accounts with the worst pictures send', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => server.registerUser()))
  const honest = await server.registerUser()
  const photo = await jpegPhoto(1_200, 800)
  // Valid, and as much as is decoded at all.
  const worst = await textBomb(6_300)
  expect((await sendPhoto(server, honest, photo)).statusCode).toBe(201)
  const statuses: number[] = []
  const ahead = { honest: [] as number[], flood: [] as number[] }
  const isOver = () => statuses.length >= FLOOD.answers && ahead.honest.length >= FLOOD.uploads
  const floods = accounts.map((account) => flood(account, worst, statuses, ahead.flood, isOver))
  await until('the flood', () => statuses.length > 0)
  while (!isOver()) {
    const before = statuses.length
    expect((await sendPhoto(server, honest, photo)).statusCode).toBe(201)
    ahead.honest.push(statuses.length - before)
    await until('the next of the flood', () => statuses.length > before)
  }
  await Promise.all(floods)
  // In the order of their coming it would have as many ahead of it as they have, on any machine.
  expect(middle(ahead.honest)).toBeLessThan(middle(ahead.flood))
  // They were not turned away by something else.
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(3)
})
