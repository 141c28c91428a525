import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inMemory, memoryHasRoom } from '../../scripts/lib/memoryFolder.mjs'

const given = process.env.TMPDIR
afterEach(() => {
  if (given === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = given
})

test('temporary files are in memory where it has room, and gone afterwards, also after a failure', async () => {
  delete process.env.TMPDIR
  let folder: string | undefined
  const failing = inMemory(async () => {
    folder = process.env.TMPDIR
    if (folder !== undefined) writeFileSync(join(folder, 'database'), 'rows')
    throw new Error('a layer failed')
  })
  await expect(failing).rejects.toThrow('a layer failed')
  expect(folder !== undefined).toBe(memoryHasRoom())
  expect(folder ?? '/dev/shm/fairtick-').toContain('/dev/shm/fairtick-')
  expect(folder !== undefined && existsSync(folder)).toBe(false)
  expect(process.env.TMPDIR).toBeUndefined()
})

test('a folder that somebody chose is kept', async () => {
  process.env.TMPDIR = '/var/tmp'
  expect(await inMemory(async () => process.env.TMPDIR)).toBe('/var/tmp')
  expect(process.env.TMPDIR).toBe('/var/tmp')
})
