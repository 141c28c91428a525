import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createTestApp, type TestApp } from '../../test/app'
import { runOps } from '../../test/ops'
import { createDeps } from '../deps'
import { startServer } from '../server'

const [key, wrong, next] = [0, 1, 2].map(() => randomBytes(32)) as [Buffer, Buffer, Buffer]

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: { sealingKeys: [key] } })
  await app.registerUser()
})
afterAll(() => app.close())

async function start(...sealingKeys: Buffer[]): Promise<void> {
  const { config, log } = app.deps
  const server = await startServer({ ...config, sealingKeys, host: '127.0.0.1', port: 0 }, log)
  await server.close()
}

const opsWith = (sealingKeys: Buffer[], line: string) => {
  const { config, log, clock } = app.deps
  const database = app.staffDeps.database
  const deps = createDeps({ config: { ...config, sealingKeys }, log, clock, database })
  return runOps(deps, `${line} --actor ada`, undefined, app.deps.database)
}

test('a key that opens nothing of what is stored is refused, and nothing is written', async () => {
  await start(key)
  const settings = () => app.database.query('select key, value from setting order by key')
  const before = await settings()
  await expect(start(wrong)).rejects.toThrow('SEALING_KEY lacks the key with which this database is sealed')
  // Without a setting a key is made: but not here: it could open nothing.
  await expect(start()).rejects.toThrow('put sealing.key back into DATA_DIR')
  expect(existsSync(join(app.deps.config.dataDir, 'sealing.key'))).toBe(false)
  expect(await settings()).toEqual(before)
  await start(wrong, key)
  await start(key)
})

test('while a key is changed the old one is needed until everything is sealed anew', async () => {
  await expect(start(next)).rejects.toThrow('SEALING_KEY lacks the key')
  await start(next, key)
  await expect(start(next)).rejects.toThrow('SEALING_KEY lacks the key')
  await opsWith([next, key], 'keys reseal --reason "once a year"')
  await start(next)
  await expect(start(key)).rejects.toThrow('SEALING_KEY lacks the key')
})
