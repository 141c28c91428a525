import { refuse } from './result'

/** Where a page ended, opaque to clients: the keys of its last row. */
export const encodeCursor = (...keys: bigint[]): string => Buffer.from(keys.join('.')).toString('base64url')

/** The keys again; undefined for a text that is not a cursor of a list with this many keys. */
export function decodeCursor(text: string, length: number): bigint[] | undefined {
  const keys = Buffer.from(text, 'base64url').toString('latin1').split('.')
  return keys.length === length && keys.every((key) => /^\d{1,18}$/.test(key)) ? keys.map(BigInt) : undefined
}

export const notACursor = () =>
  refuse('invalid_request', { fields: [{ field: 'cursor', problem: 'not a cursor of this list' }] })
