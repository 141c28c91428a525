import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Env } from './env'
import { makeKeyFile } from './keyFile'
import { createSealer, type Sealer } from './sealing'

const FILE = 'sealing.key'

/** 32 bytes as base64, or undefined. */
function parseSealingKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64')
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text.trim()) && key.length === 32 ? key : undefined
}

function keyOfFolder(folder: string): Buffer {
  const path = join(folder, FILE)
  if (!existsSync(path)) makeKeyFile(path, `${randomBytes(32).toString('base64')}\n`)
  const key = parseSealingKey(readFileSync(path, 'utf8'))
  if (!key)
    throw new ConfigError(`${path} holds no key: restore it from a backup, as no other key opens what it has sealed.`)
  return key
}

/** Whether there is a key, without making one. */
export const hasSealingKey = (config: { sealingKeys: readonly Buffer[]; dataDir: string }) =>
  config.sealingKeys.length > 0 || existsSync(join(config.dataDir, FILE))

/**
 * The sealer of this installation. Without configured keys it makes one at first use and keeps it in the data folder,
 * readable by this account only: nothing is touched before there is something to seal.
 */
export function createInstallationSealer(config: { sealingKeys: readonly Buffer[]; dataDir: string }): Sealer {
  let sealer: Sealer | undefined
  const ready = () => {
    const [key, ...older] = config.sealingKeys
    sealer ??= key ? createSealer(key, older) : createSealer(keyOfFolder(config.dataDir))
    return sealer
  }
  return {
    seal: (plain, context) => ready().seal(plain, context),
    open: (sealed, context) => ready().open(sealed, context),
    openText: (sealed, context) => ready().openText(sealed, context),
    prefix: () => ready().prefix(),
    keyNames: () => ready().keyNames(),
    marks: (text, context) => ready().marks(text, context),
    digests: (text, purpose) => ready().digests(text, purpose),
  }
}

/** `SEALING_KEY`: one key, or several of which the first seals (after a change of keys). Throws `ConfigError`. */
export function readSealingKeys(env: Env): Buffer[] {
  const texts = (env.SEALING_KEY ?? '').split(',').filter((text) => text.trim() !== '')
  return texts.map((text) => {
    const key = parseSealingKey(text)
    if (!key) throw new ConfigError('SEALING_KEY must be 32 random bytes as base64 (openssl rand -base64 32).')
    return key
  })
}
