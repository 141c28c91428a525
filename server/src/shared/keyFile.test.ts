import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHeldKeys } from '../signedLogs/signer'
import { ConfigError } from './env'
import { makeKeyFile } from './keyFile'
import { createInstallationSealer } from './sealingKey'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairtick-keys-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a key file is made once, whole, and for this account only', () => {
  const path = join(folder, 'deep', 'a.key')
  makeKeyFile(path, 'first\n')
  makeKeyFile(path, 'second\n')
  expect(readFileSync(path, 'utf8')).toBe('first\n')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, 'deep'))).toEqual(['a.key'])
})

test.each(['', 'garbage', '\0'.repeat(44)])(
  'a damaged key file (%j) is one sentence that says what to do',
  async (text) => {
    for (const name of ['sealing.key', 'proof-key.pem']) writeFileSync(join(folder, name), text)
    const sealer = createInstallationSealer({ sealingKeys: [], dataDir: folder })
    const failed = (work: () => unknown) =>
      Promise.resolve()
        .then(work)
        .catch((error: unknown) => error)
    for (const error of [
      await failed(() => sealer.seal('text', 'context')),
      await failed(() => createHeldKeys({ proofKeys: [], dataDir: folder }).signers()),
    ]) {
      expect(error).toBeInstanceOf(ConfigError)
      expect(String(error)).toMatch(/holds no .*key: restore it from a backup/)
    }
  },
)

test('the keys that were made are the ones that are read again', async () => {
  const sealed = createInstallationSealer({ sealingKeys: [], dataDir: folder }).seal('text', 'context')
  expect(createInstallationSealer({ sealingKeys: [], dataDir: folder }).openText(sealed, 'context')).toBe('text')
  const keyOf = async () => (await createHeldKeys({ proofKeys: [], dataDir: folder }).signers())[0]?.publicKey
  expect(await keyOf()).toEqual(await keyOf())
})
