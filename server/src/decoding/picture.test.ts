import sharp from 'sharp'
import { jpegPhoto } from '../../test/photos'
import { remakePicture, sniffPicture } from './picture'

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#abc' } })
const sizeOf = async (picture: Buffer | undefined) => {
  const { width, height, format } = await sharp(picture).metadata()
  return [width, height, format]
}

test('a JPEG that lacks only its last marker is read; one that lacks pixels is not', async () => {
  const photo = await jpegPhoto()
  expect(await sizeOf(await remakePicture(photo.subarray(0, -2)))).toEqual([640, 400, 'jpeg'])
  expect(await sizeOf(await remakePicture(photo.subarray(0, -1)))).toEqual([640, 400, 'jpeg'])
  for (const length of [photo.length - 12, photo.length >> 1]) {
    expect(await remakePicture(photo.subarray(0, length))).toBeUndefined()
  }
})

test('AVIF is read, whichever of its brands comes first', async () => {
  const avif = await plain(320, 200).avif({ effort: 0 }).toBuffer()
  expect(sniffPicture(avif)).toBe('avif')
  expect(await sizeOf(await remakePicture(avif))).toEqual([320, 200, 'jpeg'])
  const general = Buffer.from(avif)
  general.write('mif1', 8, 'latin1')
  expect(sniffPicture(general)).toBe('avif')
})

test('a photo of 64 megapixels is read, one of 71 is not', async () => {
  expect(await sizeOf(await remakePicture(await plain(9_216, 6_912).jpeg().toBuffer()))).toEqual([2_400, 1_800, 'jpeg'])
  expect(await remakePicture(await plain(9_600, 7_400).jpeg().toBuffer())).toBeUndefined()
}, 120_000)
