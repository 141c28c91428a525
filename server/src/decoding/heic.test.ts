import sharp from 'sharp'
import { HEIC_PHOTO } from '../../test/heic'
import { present } from '../shared/assert'
import { decodeHeic } from './heic'
import { remakePicture, sniffPicture } from './picture'

test('a photo of an iPhone comes back as what it shows, a JPEG', async () => {
  const picture = present(await remakePicture(HEIC_PHOTO), 'it can be read')
  expect(sniffPicture(picture)).toBe('jpeg')
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  expect([info.width, info.height, info.channels]).toEqual([64, 48, 3])
  const at = (x: number) => [...data.subarray((24 * 64 + x) * 3, (24 * 64 + x) * 3 + 3)]
  const isNear = (seen: number[], wanted: number[]) =>
    seen.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 16)
  expect([isNear(at(8), [220, 30, 30]), isNear(at(56), [20, 60, 200])]).toEqual([true, true])
})

test('one that is damaged or too large is refused, and the next one is read', async () => {
  const beginning = HEIC_PHOTO.subarray(0, 200)
  const emptied = Buffer.concat([HEIC_PHOTO.subarray(0, 32), Buffer.alloc(500)])
  for (const bytes of [beginning, emptied]) expect(await remakePicture(bytes)).toBeUndefined()
  expect(await decodeHeic(HEIC_PHOTO, 64 * 48 - 1)).toBeUndefined()
  expect(await remakePicture(HEIC_PHOTO)).toBeDefined()
})
