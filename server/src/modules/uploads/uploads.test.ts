import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { codeOf } from '../../../../test/support/answers'
import { until } from '../../../../test/support/until'
import type { TestUser } from '../../../test/app'
import { newId } from '../../../test/ids'
import { jpegPhoto, multipartBody, pngPhoto, sendPhoto, uploadPhoto, webpPhoto } from '../../../test/photos'
import { server, user, withServer } from '../../../test/serverOfFile'
import { sniffPicture } from '../../decoding/picture'
import { present } from '../../shared/assert'
import { createReceptions } from './routes'
import { UNATTACHED_MS, UPLOADS_PER_DAY } from './service'

withServer({ user: true })
let origin: URL
beforeAll(async () => {
  origin = new URL(await server.app.listen({ host: '127.0.0.1', port: 0 }))
})

const rowsOf = (owner: TestUser) =>
  server.database.query<{ id: string; object_key: string; stored_at: Date | null }>(
    'select id, object_key, stored_at from upload where user_id = $1 order by created_at, id',
    [owner.id],
  )

function storedFiles(folder = join(server.deps.config.dataDir, 'objects')): string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  } catch {
    return []
  }
}

describe('a photo', () => {
  test.each([
    ['jpeg', jpegPhoto],
    ['png', pngPhoto],
    ['webp', webpPhoto],
  ])('%s comes back as the same picture, a JPEG', async (_kind, make) => {
    const id = await uploadPhoto(server, user, 'id_front', await make())
    const picture = present(await server.deps.uploads.read(user.id, id), 'it was stored')
    const { format, width } = await sharp(picture).metadata()
    expect(format).toBe('jpeg')
    expect(width).toBeGreaterThanOrEqual(320)
  })

  test('lies encrypted, in a file for this account only, without EXIF and without its place', async () => {
    const plain = await jpegPhoto()
    const located = await sharp(plain)
      .withExif({
        IFD0: { Make: 'SpyCamera', Copyright: 'Wang Xiaoming' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitudeRef: 'W' },
      })
      .toBuffer()
    expect(located.includes('SpyCamera')).toBe(true)
    const before = new Set(storedFiles())
    const id = await uploadPhoto(server, user, 'id_back', located)
    const [path, ...others] = storedFiles().filter((file) => !before.has(file))
    expect(others).toEqual([])
    const bytes = readFileSync(present(path, 'one new file'))
    expect(statSync(present(path, 'one new file')).mode & 0o077).toBe(0)
    expect(sniffPicture(bytes)).toBeUndefined()
    expect(bytes.includes('JFIF')).toBe(false)

    const kept = present(await server.deps.uploads.read(user.id, id), 'it was stored')
    // Nothing shorter: three letters are found by chance in some pictures of noise.
    for (const trace of ['SpyCamera', 'Wang Xiaoming', 'Exif']) expect(kept.includes(trace)).toBe(false)
    const { exif, xmp, iptc, icc } = await sharp(kept).metadata()
    expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
  })

  test('stands upright, and is no larger than what one needs to read it', async () => {
    const lying = await sharp(await jpegPhoto(4_000, 2_000))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const id = await uploadPhoto(server, user, 'id_front', lying)
    const { width, height } = await sharp(present(await server.deps.uploads.read(user.id, id), 'stored')).metadata()
    expect([width, height]).toEqual([1_200, 2_400])
  })

  test('the same id gives the same answer once more; other bytes or another purpose are a conflict', async () => {
    const photo = await jpegPhoto()
    const id = newId()
    const first = await sendPhoto(server, user, photo, { id })
    const again = await sendPhoto(server, user, photo, { id })
    expect([first.statusCode, again.statusCode]).toEqual([201, 200])
    expect(again.json()).toEqual({ id, purpose: 'id_front' })
    expect(codeOf(await sendPhoto(server, user, await jpegPhoto(), { id }))).toBe('request_id_conflict')
    expect(codeOf(await sendPhoto(server, user, photo, { id, purpose: 'id_back' }))).toBe('request_id_conflict')
    const stranger = await server.registerUser()
    expect((await sendPhoto(server, stranger, photo, { id })).statusCode).toBe(201)
  })

  test('3 tries of one upload at once make one upload that opens, and a fourth has to wait', async () => {
    const owner = await server.registerUser()
    const photo = await jpegPhoto()
    const id = newId()
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendPhoto(server, owner, photo, { id })))
    const codes = answers.map((answer) => answer.statusCode)
    expect(codes.filter((code) => code === 200 || code === 201)).toHaveLength(3)
    expect(codes.filter((code) => code === 429)).toHaveLength(1)
    expect(await rowsOf(owner)).toHaveLength(1)
    expect(sniffPicture(present(await server.deps.uploads.read(owner.id, id), 'stored'))).toBe('jpeg')
  })

  test('nobody reads or uses the photo of another user', async () => {
    const stranger = await server.registerUser()
    const id = await uploadPhoto(server, user, 'id_front')
    expect(await server.deps.uploads.read(stranger.id, id)).toBeUndefined()
    const attached = await server.database.withTransaction((tx) =>
      server.deps.uploads.attach(tx, { userId: stranger.id, id, purpose: 'id_front', use: 'verification' }),
    )
    expect(attached).toBe(false)
  })
})

describe('what is no photo', () => {
  /** A PNG header that promises 50,000 × 50,000 pixels, with hardly any bytes. */
  async function bomb() {
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const large = Buffer.from(png)
    large.writeUInt32BE(50_000, 16)
    large.writeUInt32BE(50_000, 20)
    large.writeUInt32BE(crc32(large.subarray(12, 29)), 29)
    return large
  }

  /** 7,000 × 6,000 white pixels: 42 megapixels in a few kilobytes. */
  const tooManyPixels = () =>
    sharp({ create: { width: 7_000, height: 6_000, channels: 3, background: '#fff' }, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer()

  test.each<[string, () => Promise<Buffer> | Buffer]>([
    ['nothing at all', () => Buffer.alloc(0)],
    ['text with the name of a photo', () => Buffer.from('<script>alert(1)</script>'.repeat(10))],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>')],
    ['a GIF', () => Buffer.from('4749463839610100010080000000000000ffffff21f90401000000002c', 'hex')],
    ['the beginning of a JPEG', async () => (await jpegPhoto()).subarray(0, 2_000)],
    [
      'a JPEG with only its first bytes right',
      () => Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(500, 7)]),
    ],
    ['a PNG that promises 2,500 megapixels', bomb],
    ['a PNG of 42 megapixels', tooManyPixels],
  ])('%s is refused, leaves no file, and is not looked at again', async (_name, make) => {
    const owner = await server.registerUser()
    const before = storedFiles().length
    const [bytes, id] = [await make(), newId()]
    for (const answer of [await sendPhoto(server, owner, bytes, { id }), await sendPhoto(server, owner, bytes, { id })])
      expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'photo_invalid'])
    expect(await rowsOf(owner)).toMatchObject([{ id, stored_at: null }])
    expect(storedFiles()).toHaveLength(before)
  })

  test('the name and the type that the sender gives count for nothing', async () => {
    const answer = await sendPhoto(server, user, await pngPhoto(), { name: '../../etc/passwd', type: 'text/html' })
    expect(answer.statusCode).toBe(201)
  })

  test('a body that is no multipart, has no file, two files or another field', async () => {
    const post = (payload: Buffer | string, headers: Record<string, string>) =>
      server.inject({
        method: 'POST',
        url: `/api/uploads?id=${newId()}&purpose=id_front`,
        headers: { ...user.headers, ...headers },
        payload,
      })
    expect(codeOf(await post('{}', { 'content-type': 'application/json' }))).toBe('unsupported_media_type')
    const photo = await jpegPhoto()
    const other = multipartBody(photo, { field: 'photo' })
    expect(codeOf(await post(other.payload, other.headers))).toBe('invalid_request')
    const { payload, headers } = multipartBody(photo)
    const twice = Buffer.concat([payload.subarray(0, payload.lastIndexOf('\r\n--') + 2), payload])
    expect([400, 413]).toContain((await post(twice, headers)).statusCode)
    const empty = Buffer.from('--fairtick-test-boundary--\r\n')
    expect(codeOf(await post(empty, headers))).toBe('invalid_request')
    expect(codeOf(await post(payload, { 'content-type': 'multipart/form-data' }))).toBe('invalid_request')
    expect(codeOf(await post('', { 'content-type': 'multipart/form-data' }))).toBe('invalid_request')
  })

  test.each(['id=x&purpose=id_front', `id=${newId()}&purpose=passport`, `id=${newId()}`, ''])(
    'the query "%s" is refused',
    async (query) => {
      const { payload, headers } = multipartBody(await jpegPhoto())
      const url = `/api/uploads?${query}`
      const answer = await server.inject({ method: 'POST', url, headers: { ...user.headers, ...headers }, payload })
      expect(codeOf(answer)).toBe('invalid_request')
    },
  )
})

describe('over a real connection', () => {
  /** Sends `body` up to `until`, then hangs up; resolves with the answer or the failure. */
  function send(body: Buffer, until = body.length) {
    const { headers } = multipartBody(Buffer.alloc(0))
    return new Promise<{ status: number; text: string } | 'broken'>((resolve) => {
      const request = httpRequest(
        {
          host: origin.hostname,
          port: origin.port,
          method: 'POST',
          path: `/api/uploads?id=${newId()}&purpose=id_front`,
          headers: { ...user.headers, ...headers, 'content-length': body.length },
        },
        async (response) => {
          let text = ''
          for await (const chunk of response) text += chunk
          resolve({ status: response.statusCode ?? 0, text })
        },
      )
      request.on('error', () => resolve('broken'))
      request.write(body.subarray(0, until), () => {
        if (until < body.length) request.destroy()
        else request.end()
      })
    })
  }

  test('40 MB are refused with an answer, not with a broken connection', async () => {
    const { payload } = multipartBody(Buffer.alloc(40 * 1024 * 1024, 1))
    const answer = await send(payload)
    expect(answer).toMatchObject({ status: 413 })
    expect(answer === 'broken' ? '' : answer.text).toContain('payload_too_large')
  })

  test('a body that announces 100 MB, or no end at all, gets its answer before the connection ends', async () => {
    const { headers, payload } = multipartBody(Buffer.alloc(11 * 1024 * 1024, 1))
    for (const length of [{ 'content-length': 100 * 1024 * 1024 }, { 'transfer-encoding': 'chunked' }]) {
      const answer = await new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
        const request = httpRequest(
          {
            host: origin.hostname,
            port: origin.port,
            method: 'POST',
            path: `/api/uploads?id=${newId()}&purpose=id_front`,
            headers: { ...user.headers, ...headers, ...length },
          },
          (response) => {
            resolve({ status: response.statusCode ?? 0, connection: response.headers.connection })
            request.destroy()
          },
        )
        request.on('error', reject)
        request.write(payload)
      })
      expect(answer).toEqual({ status: 413, connection: 'close' })
    }
  })

  test('an upload that breaks off half way leaves nothing, and the server goes on', async () => {
    const before = (await rowsOf(user)).length
    const { payload } = multipartBody(await jpegPhoto(2_000, 1_500))
    for (const part of [0.1, 0.5, 0.99]) expect(await send(payload, Math.floor(payload.length * part))).toBe('broken')
    expect(await send(payload)).toMatchObject({ status: 201 })
    expect(await rowsOf(user)).toHaveLength(before + 1)
  })
})

test('a user uploads so many photos a day and no more', async () => {
  const owner = await server.registerUser()
  await server.database.query(
    `insert into upload (user_id, id, purpose, body_hash, object_key, sealed_key, created_at, delete_after)
     select $1, gen_random_uuid(), 'id_front', '', 'test/' || gen_random_uuid(), '', $2, $3 from generate_series(1, $4)`,
    [owner.id, new Date(server.clock.now()), new Date(server.clock.now() + UNATTACHED_MS), UPLOADS_PER_DAY - 1],
  )
  const photo = await jpegPhoto()
  const answers = await Promise.all([1, 2, 3].map(() => sendPhoto(server, owner, photo)))
  expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 429, 429])
  const refused = present(
    answers.find((answer) => answer.statusCode === 429),
    'two were refused',
  )
  expect(refused.json()).toMatchObject({ code: 'rate_limited', details: { retryAfterSeconds: 86_400 } })
  await server.clock.advance(UNATTACHED_MS + 1)
  expect((await sendPhoto(server, owner, photo)).statusCode).toBe(201)
})

test('pictures that are refused count toward the limit of the day', async () => {
  const owner = await server.registerUser()
  const refused = Buffer.alloc(1_000, 7)
  for (let attempt = 0; attempt < UPLOADS_PER_DAY; attempt++)
    expect((await sendPhoto(server, owner, refused)).statusCode).toBe(422)
  expect((await sendPhoto(server, owner, refused)).statusCode).toBe(429)
})

test('what nothing uses is deleted after a day, what is in use stays', async () => {
  const owner = await server.registerUser()
  const unused = await uploadPhoto(server, owner, 'id_front')
  const used = await uploadPhoto(server, owner, 'deposit_receipt')
  const use = (id: string, by: string) =>
    server.database.withTransaction((tx) =>
      server.deps.uploads.attach(tx, { userId: owner.id, id, purpose: 'deposit_receipt', use: by }),
    )
  expect(await use(used, 'deposit 1')).toBe(true)
  expect(await use(used, 'deposit 1')).toBe(true)
  expect(await use(used, 'deposit 2')).toBe(false)
  expect(await use(unused, 'deposit 1')).toBe(false)
  const [first] = await rowsOf(owner)
  await server.clock.advance(UNATTACHED_MS)
  await server.deps.uploads.sweep()
  expect((await rowsOf(owner)).map((row) => row.id)).toEqual([used])
  expect(storedFiles().some((path) => path.endsWith(present(first, 'it was there').object_key))).toBe(false)
  expect(await server.deps.uploads.read(owner.id, used)).toBeDefined()
})

test('an object that the store refuses to delete keeps no other one, and its row stays for the next sweep', async () => {
  const owner = await server.registerUser()
  for (let photo = 0; photo < 3; photo++) await uploadPhoto(server, owner, 'id_front')
  const stuck = present((await rowsOf(owner))[0], 'it was stored')
  const path = present(
    storedFiles().find((file) => file.endsWith(stuck.object_key)),
    'it was stored',
  )
  // A folder with a file in it, where the object was: it cannot be deleted as a file.
  rmSync(path)
  mkdirSync(path)
  writeFileSync(join(path, 'file'), '')
  await server.clock.advance(UNATTACHED_MS)
  await expect(server.deps.uploads.sweep()).rejects.toThrow('1 uploads could not be deleted')
  expect((await rowsOf(owner)).map(({ id }) => id)).toEqual([stuck.id])
  rmSync(path, { recursive: true })
  await server.deps.uploads.sweep()
  expect(await rowsOf(owner)).toEqual([])
})

test('who sends one photo on a slow line is not pushed out by accounts that send many', async () => {
  const receptions = createReceptions({ all: 4, user: 3, undisturbedMs: 0 })
  const begin = (userId: bigint, bytesRead = 0) => {
    const socket = { bytesRead }
    const begun = receptions.begin(userId, socket)
    if (!begun.ok) throw new Error(begun.error.code)
    return { ...begun.value, socket }
  }
  const one = begin(1n)
  const many = [begin(2n), begin(2n), begin(2n)]
  await new Promise((resolve) => setImmediate(resolve))
  for (const [index, { socket }] of many.entries()) socket.bytesRead = 1_000_000 * (index + 1)
  begin(3n)
  expect([one, ...many].map(({ giveWay }) => giveWay.signal.aborted)).toEqual([false, true, false, false])
})

test('accounts that send slowly keep nobody out: the slowest gives way', async () => {
  const { headers } = multipartBody(Buffer.alloc(0))
  const slowly = await Promise.all(Array.from({ length: 8 }, () => server.registerUser()))
  const answers: (number | undefined)[] = []
  // Three from each user, the most that are received at once. Each announces 10 MB and then sends nothing.
  const requests = slowly.flatMap((owner) =>
    [1, 2, 3].map(() => {
      const url = new URL(`/api/uploads?id=${newId()}&purpose=id_front`, origin)
      const request = httpRequest(url, {
        method: 'POST',
        headers: { ...headers, ...owner.headers, 'content-length': 10_000_000 },
      })
      request.on('response', (answer) => answers.push(answer.statusCode)).on('error', () => undefined)
      request.flushHeaders()
      return request
    }),
  )
  const owner = await server.registerUser()
  const photo = await jpegPhoto()
  const seen = new Set<string>()
  await until('the photo to be taken in', async () => {
    const answer = await sendPhoto(server, owner, photo)
    seen.add(`${answer.statusCode}`)
    return answer.statusCode === 201 && seen.has('503')
  })
  await until('the slowest to hear of it', () => answers.includes(503))
  for (const request of requests) request.destroy()
})
