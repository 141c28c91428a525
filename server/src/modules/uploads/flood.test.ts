import { deflateSync, inflateSync } from 'node:zlib'
import { slowness } from '../../../../test/support/slowness'
import { createTestApp, type TestApp, type TestUser } from '../../../test/app'
import { jpegPhoto, sendPhoto, textBomb } from '../../../test/photos'
import { remakePicture } from '../../decoding/picture'
import { present } from '../../shared/assert'

/** The least that the flood lasts, and the honest uploads for which it continues. */
const FLOOD = { ms: 12_000, uploads: 4 }

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

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
}, 30_000)

/** Sends the picture over and over, two at once, until `isOver`; returns the statuses of the answers. */
async function flood(user: TestUser, picture: Buffer, isOver: () => boolean): Promise<number[]> {
  const statuses: number[] = []
  const lane = async () => {
    while (!isOver()) statuses.push((await sendPhoto(server, user, picture)).statusCode)
  }
  await Promise.all([lane(), lane()])
  return statuses
}

test('three accounts with the worst pictures hold no honest upload for 5 s', async () => {
  const accounts = await Promise.all([1, 2, 3].map(() => server.registerUser()))
  const honest = await server.registerUser()
  const photo = await jpegPhoto(1_200, 800)
  // Valid, and as much as is decoded at all.
  const worst = await textBomb(6_300)
  expect((await sendPhoto(server, honest, photo)).statusCode).toBe(201)
  const until = performance.now() + FLOOD.ms
  const waits: number[] = []
  const isOver = () => performance.now() > until && waits.length >= FLOOD.uploads
  const floods = accounts.map((account) => flood(account, worst, isOver))
  while (!isOver()) {
    const began = performance.now()
    expect((await sendPhoto(server, honest, photo)).statusCode).toBe(201)
    waits.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const statuses = (await Promise.all(floods)).flat()
  expect(Math.max(...waits)).toBeLessThan(5_000 * slowness())
  // They were not turned away by something else.
  expect(present(statuses.filter((status) => status === 201).length, 'a count')).toBeGreaterThan(3)
}, 120_000)
