import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { createTestApp, type TestApp, type TestUser } from '../../../test/app'
import { jpegPhoto, sendPhoto } from '../../../test/photos'
import { remakePicture } from '../../decoding/picture'
import { present } from '../../shared/assert'

const FLOOD_MS = 12_000

let server: TestApp
beforeAll(async () => {
  server = await createTestApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG with 60 texts that unpack to 30 MB each, before its pixels. */
async function textBomb(side = 20): Promise<Buffer> {
  const png = await sharp({
    create: { width: side, height: side, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
    .png({ compressionLevel: 9 })
    .toBuffer()
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(30 * 2 ** 20, 65))])
  // Signature and header end at 33.
  return Buffer.concat([
    png.subarray(0, 33),
    ...Array.from({ length: 60 }, () => chunk('zTXt', text)),
    png.subarray(33),
  ])
}

test('texts of a PNG that unpack to 1.8 GB cost nothing', async () => {
  const bomb = await textBomb()
  expect(bomb.length).toBeLessThan(2 * 2 ** 20)
  const before = process.cpuUsage()
  expect(await remakePicture(bomb)).toBeDefined()
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(500)
}, 30_000)

/** Sends the picture over and over, two at once, until `until`; returns the statuses of the answers. */
async function flood(user: TestUser, picture: Buffer, until: number): Promise<number[]> {
  const statuses: number[] = []
  const lane = async () => {
    while (performance.now() < until) statuses.push((await sendPhoto(server, user, picture)).statusCode)
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
  const until = performance.now() + FLOOD_MS
  const floods = accounts.map((account) => flood(account, worst, until))
  const waits: number[] = []
  while (performance.now() < until) {
    const began = performance.now()
    expect((await sendPhoto(server, honest, photo)).statusCode).toBe(201)
    waits.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  const statuses = (await Promise.all(floods)).flat()
  expect(Math.max(...waits)).toBeLessThan(5_000)
  expect(waits.length).toBeGreaterThan(3)
  // They were not turned away by something else.
  expect(present(statuses.filter((status) => status === 201).length, 'a count')).toBeGreaterThan(3)
}, 120_000)
