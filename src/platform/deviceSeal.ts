/**
 * Texts that this browser keeps and only this browser can read: AES-GCM with a key in IndexedDB that cannot
 * be exported. Whoever copies the storage has nothing to open it with. Undefined if there is no such key or no way
 * to have one (an origin without TLS, private windows of some browsers). The twin is `deviceSeal.weapp.ts`.
 */

const DATABASE = 'fairtick-seal'
const STORE = 'keys'
const NONCE_BYTES = 12

function requested<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Runs `work` on the store of keys, and closes the database afterwards. */
async function withStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = window.indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await requested(opening)
  try {
    return await requested(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

const findKey = (name: string) => withStore<CryptoKey | undefined>('readonly', (store) => store.get(name))

async function keyFor(name: string): Promise<CryptoKey> {
  const known = await findKey(name)
  if (known) return known
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
  await withStore('readwrite', (store) => store.put(key, name))
  return key
}

const toText = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
const toBytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))

/** Seals `text` with the key called `name`; the name is bound to the text. */
export async function sealOnDevice(name: string, text: string): Promise<string | undefined> {
  try {
    const key = await keyFor(name)
    const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    const additionalData = new TextEncoder().encode(name)
    const sealed = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData },
      key,
      new TextEncoder().encode(text),
    )
    return `${toText(iv)}.${toText(new Uint8Array(sealed))}`
  } catch {
    return undefined
  }
}

/** Opens what `sealOnDevice` sealed; undefined also for a text that was changed, or whose key is gone. */
export async function openOnDevice(name: string, sealed: string): Promise<string | undefined> {
  try {
    const key = await findKey(name)
    const [iv, body] = sealed.split('.')
    if (!key || !iv || !body) return undefined
    const additionalData = new TextEncoder().encode(name)
    const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: toBytes(iv), additionalData }, key, toBytes(body))
    return new TextDecoder().decode(plain)
  } catch {
    return undefined
  }
}

/** Deletes the key: what it sealed can never be opened again. */
export async function forgetDeviceKey(name: string): Promise<void> {
  try {
    await withStore('readwrite', (store) => store.delete(name))
  } catch {
    // Without a store there is no key.
  }
}
