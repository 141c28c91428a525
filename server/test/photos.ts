import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { UploadQuery } from '../../contract/verification'
import type { TestApp, TestUser } from './app'
import { newId } from './ids'
import { ID_NUMBER, REAL_NAME } from './personal'

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

/** A photo that looks like nothing, but is one. */
export const jpegPhoto = (width = 640, height = 400): Promise<Buffer> => noise(width, height).jpeg().toBuffer()
/** As many pixels as one likes, made at once. */
export const flatPhoto = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#808080' } })
    .jpeg()
    .toBuffer()
export const pngPhoto = (width = 320, height = 200): Promise<Buffer> => noise(width, height).png().toBuffer()
export const webpPhoto = (width = 320, height = 200): Promise<Buffer> => noise(width, height).webp().toBuffer()

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG with texts that unpack to 30 MB each, before its pixels; 60 of them take 1.8 MB, 320 nearly 10 MB. */
export async function textBomb(side = 20, texts = 60): Promise<Buffer> {
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
    ...Array.from({ length: texts }, () => pngChunk('zTXt', text)),
    png.subarray(33),
  ])
}

const BOUNDARY = 'fairtick-test-boundary'

/** A multipart body with one part, as a browser sends it. */
export function multipartBody(bytes: Buffer, { field = 'file', name = 'id card.jpg', type = 'image/jpeg' } = {}) {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  }
}

/** POST /uploads. */
export function sendPhoto(
  server: TestApp,
  user: TestUser,
  bytes: Buffer,
  { id = newId(), purpose = 'id_front', name = 'id card.jpg', type = 'image/jpeg' } = {},
) {
  const { payload, headers } = multipartBody(bytes, { name, type })
  return server.inject({
    method: 'POST',
    url: `/api/uploads?id=${id}&purpose=${purpose}`,
    headers: { ...user.headers, ...headers },
    payload,
  })
}

/** Uploads a photo and returns its id. */
export async function uploadPhoto(
  server: TestApp,
  user: TestUser,
  purpose: UploadQuery['purpose'],
  bytes?: Buffer,
): Promise<string> {
  const id = newId()
  const answer = await sendPhoto(server, user, bytes ?? (await jpegPhoto()), { id, purpose })
  if (answer.statusCode !== 201) throw new Error(`The photo was refused: ${answer.body}`)
  return id
}

/** What a person answers to be verified, after both photos were uploaded. */
export async function verificationAnswers(server: TestApp, user: TestUser, idNumber = ID_NUMBER) {
  const [frontPhotoId, backPhotoId] = await Promise.all([
    uploadPhoto(server, user, 'id_front'),
    uploadPhoto(server, user, 'id_back'),
  ])
  return { name: REAL_NAME, nationality: 'CN', idNumber, frontPhotoId, backPhotoId }
}

export const submitVerification = async (server: TestApp, user: TestUser, idNumber?: string) =>
  server.call(user, 'POST', '/verification', await verificationAnswers(server, user, idNumber))
