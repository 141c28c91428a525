import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts short secrets before they are stored: ID numbers, card numbers, keys of pictures. `context` names its column
 * and owner and is bound to the value, so that a value moved to another row or column does not open.
 */
export interface Sealer {
  seal(plain: string | Buffer, context: string): string
  /** Throws when it was changed, belongs to another context, or was sealed with a key that is not configured. */
  open(sealed: string, context: string): Buffer
  openText(sealed: string, context: string): string
  /** How everything that the first key sealed begins. */
  prefix(): string
  /** Names of the configured keys, the one that seals first. */
  keyNames(): string[]
  /**
   * 32 bytes by which the same text is found again without being kept: the first for storing, all of them (one a
   * configured key) for looking.
   */
  marks(text: string, context: string): [Buffer, ...Buffer[]]
  /**
   * If the same text has to be found whichever node wrote it: 32 bytes a configured key, the first key's first. All of
   * them are stored and all looked for, so nodes find each other's as long as they have one key in common.
   */
  digests(text: string, purpose: string): KeyedDigest[]
}

export interface KeyedDigest {
  /** Name of the sealing key that it comes from. */
  key: string
  digest: Buffer
}

/** Names a key without telling anything about it. */
export const sealingKeyName = (key: Buffer) =>
  createHash('sha256').update('sealing key').update(key).digest('hex').slice(0, 8)

/** How everything begins that this key sealed. */
export const prefixOf = (name: string) => `v1.${name}.`

/** Seals with `key` (32 bytes); also opens what one of the `older` keys sealed, so that a key can be replaced. */
export function createSealer(key: Buffer, older: readonly Buffer[] = []): Sealer {
  const keys = new Map([key, ...older].map((each) => [sealingKeyName(each), each]))
  for (const each of keys.values()) {
    if (each.length !== KEY_BYTES) throw new Error(`A sealing key has ${KEY_BYTES} bytes`)
  }
  const current = sealingKeyName(key)

  function open(sealed: string, context: string): Buffer {
    const [version, name = '', body = ''] = sealed.split('.')
    const found = keys.get(name)
    if (version !== 'v1' || !found) throw new Error('A sealed value names a key that is not configured')
    const bytes = Buffer.from(body, 'base64url')
    const decipher = createDecipheriv(ALGORITHM, found, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
  }

  return {
    open,
    openText: (sealed, context) => open(sealed, context).toString('utf8'),
    prefix: () => prefixOf(current),
    keyNames: () => [...keys.keys()],
    marks: (text, context) => {
      const markBy = (each: Buffer) => createHmac('sha256', each).update(`mark ${context}\n${text}`).digest()
      return [markBy(key), ...older.map(markBy)]
    },
    digests: (text, purpose) =>
      [...keys].map(([name, each]) => {
        const derived = Buffer.from(hkdfSync('sha256', each, '', `digest ${purpose}`, KEY_BYTES))
        return { key: name, digest: createHmac('sha256', derived).update(text).digest() }
      }),
    seal(plain, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return `${prefixOf(current)}${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`
    },
  }
}
