import sharp from 'sharp'
import type { UploadQuery } from '../../contract/verification'
import type { TestApp, TestUser } from './app'
import { newId } from './ids'

const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })

/** A photo that looks like nothing, but is one. */
export const jpegPhoto = (width = 640, height = 400): Promise<Buffer> => noise(width, height).jpeg().toBuffer()
export const pngPhoto = (width = 320, height = 200): Promise<Buffer> => noise(width, height).png().toBuffer()
export const webpPhoto = (width = 320, height = 200): Promise<Buffer> => noise(width, height).webp().toBuffer()

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
