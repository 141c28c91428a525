import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Product, ProductSummary } from '../../../../contract/market'
import { createTestApp } from '../../../test/app'
import { ObjectStoreError } from '../../objectStore/objectStore'
import { createLog } from '../../shared/log'
import { createProductIcons } from './icons'

const BASE = 'https://cdn.example.com/fairtick'

test('every product has its picture in the object store, at its public address, which the page may load from', async () => {
  const server = await createTestApp({ market: true, config: { mediaPublicUrl: BASE } })
  const list = async () => (await server.inject({ url: '/api/products' })).json<{ items: ProductSummary[] }>().items
  await server.deps.products.icons.sync()
  const items = await list()
  expect(items.length).toBeGreaterThan(0)
  for (const { iconUrl = '' } of items) {
    expect(iconUrl).toMatch(new RegExp(`^${BASE}/media/[0-9a-f]{64}$`))
    const stored = await server.deps.objects.get(iconUrl.slice(BASE.length + 1))
    expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 108, height: 108 })
  }
  const [first] = items
  const one = (await server.inject({ url: `/api/products/${first?.symbol}` })).json<Product>()
  expect(one.iconUrl).toBe(first?.iconUrl)
  await server.close()
})

describe('where nothing can be loaded the app draws its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-icons-'))
  writeFileSync(join(folder, 'BTCUSDT.webp'), 'picture')
  writeFileSync(join(folder, '..-x.webp'), 'no symbol')
  const log = createLog('silent')

  test.each([
    ['without a public address', undefined, () => Promise.resolve(undefined)],
    ['while the store cannot be reached', BASE, () => Promise.reject(new ObjectStoreError('unreachable'))],
  ] as const)('%s', async (_, mediaPublicUrl, answer) => {
    const put = jest.fn<Promise<undefined>, unknown[]>(answer)
    const icons = createProductIcons({ objects: { put, get: answer }, log, config: { mediaPublicUrl } }, folder)
    await icons.sync()
    expect([icons.urlOf('BTCUSDT'), put.mock.calls]).toEqual([undefined, []])
  })

  test('what is no picture of a product is not published', async () => {
    const put = jest.fn(async (_key: string, _bytes: Buffer, _type: string) => undefined)
    const objects = { put, get: async () => undefined }
    const icons = createProductIcons({ objects, log, config: { mediaPublicUrl: BASE } }, folder)
    await icons.sync()
    expect(put.mock.calls.map(([key, , type]) => [key.slice(0, 6), type])).toEqual([['media/', 'image/webp']])
    expect([icons.urlOf('BTCUSDT') !== undefined, icons.urlOf('XAUUSD')]).toEqual([true, undefined])
  })
})
