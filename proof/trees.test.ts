import { createHash } from 'node:crypto'
import { fromHex, toHex } from './bytes'
import { EMPTY_ROOT, nodeHash, sha256Hex } from './hashing'
import { isSignedBy } from './signatures'
import { isConsistent, isIncluded, isRange, rootOf } from './trees'

/** The eight leaves of the reference tree that certificate-transparency implementations are tested with. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  (hex) => sha256Hex([0, ...(fromHex(hex) ?? [])]),
)

/** Published roots of the first n of them. */
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

/** Second implementations, straight from the text of RFC 6962, section 2.1. */
const largest = (n: number) => 2 ** (Math.ceil(Math.log2(n)) - 1)
function pathOf(m: number, leaves: string[]): string[] {
  if (leaves.length === 1) return []
  const k = largest(leaves.length)
  return m < k
    ? [...pathOf(m, leaves.slice(0, k)), rootOf(leaves.slice(k))]
    : [...pathOf(m - k, leaves.slice(k)), rootOf(leaves.slice(0, k))]
}
function subproof(m: number, leaves: string[], whole: boolean): string[] {
  if (m === leaves.length) return whole ? [] : [rootOf(leaves)]
  const k = largest(leaves.length)
  return m <= k
    ? [...subproof(m, leaves.slice(0, k), whole), rootOf(leaves.slice(k))]
    : [...subproof(m - k, leaves.slice(k), false), rootOf(leaves.slice(0, k))]
}
function rangeOf(from: number, to: number, leaves: string[], low = 0): string[] {
  const high = low + leaves.length
  if (high <= from || low >= to) return [rootOf(leaves)]
  if (low >= from && high <= to) return []
  const k = largest(leaves.length)
  return [...rangeOf(from, to, leaves.slice(0, k), low), ...rangeOf(from, to, leaves.slice(k), low + k)]
}
const sha = (text: string) => createHash('sha256').update(text).digest('hex')
const flipped = (hash: string) => `${hash.startsWith('0') ? '1' : '0'}${hash.slice(1)}`

test('roots are the published ones', () => {
  expect(EMPTY_ROOT).toBe(ROOTS[0])
  expect(ROOTS.map((_, size) => rootOf(LEAVES.slice(0, size)))).toEqual(ROOTS)
})

test('inclusion as published: leaf 5 of 8, leaf 2 of 3, leaf 1 of 5', () => {
  const path = [
    'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  ]
  expect(isIncluded(LEAVES[5] ?? '', 5, 8, path, ROOTS[8] ?? '')).toBe(true)
  expect(isIncluded(LEAVES[2] ?? '', 2, 3, [ROOTS[2] ?? ''], ROOTS[3] ?? '')).toBe(true)
})

test('every leaf of every tree up to 70 leaves, and nothing at another place, of another tree or with a changed path', () => {
  const leaves = Array.from({ length: 70 }, (_, index) => sha(`leaf ${index}`))
  for (let size = 1; size <= 70; size++) {
    const root = rootOf(leaves.slice(0, size))
    for (let index = 0; index < size; index++) {
      const path = pathOf(index, leaves.slice(0, size))
      const leaf = leaves[index] ?? ''
      expect(isIncluded(leaf, index, size, path, root)).toBe(true)
      expect(isIncluded(leaf, index + 1, size, path, root)).toBe(false)
      expect(isIncluded(flipped(leaf), index, size, path, root)).toBe(false)
      if (path[0]) expect(isIncluded(leaf, index, size, [flipped(path[0]), ...path.slice(1)], root)).toBe(false)
      expect(isIncluded(leaf, index, size, [...path, root], root)).toBe(false)
    }
  }
})

test('every older tree is consistent with every newer one, and a rewritten one is not', () => {
  const leaves = Array.from({ length: 40 }, (_, index) => sha(`leaf ${index}`))
  const forked = [sha('another'), ...leaves.slice(1)]
  for (let newSize = 1; newSize <= 40; newSize++) {
    const newer = { size: newSize, root: rootOf(leaves.slice(0, newSize)) }
    for (let oldSize = 1; oldSize < newSize; oldSize++) {
      const path = subproof(oldSize, leaves.slice(0, newSize), true)
      const older = { size: oldSize, root: rootOf(leaves.slice(0, oldSize)) }
      expect(isConsistent(older, newer, path)).toBe(true)
      expect(isConsistent({ size: oldSize, root: rootOf(forked.slice(0, oldSize)) }, newer, path)).toBe(false)
      expect(isConsistent(older, { ...newer, root: flipped(newer.root) }, path)).toBe(false)
      expect(isConsistent(older, newer, path.slice(1))).toBe(false)
    }
    expect(isConsistent(newer, newer, [])).toBe(true)
    expect(isConsistent({ size: 0, root: EMPTY_ROOT }, newer, [])).toBe(true)
    expect(isConsistent(newer, { size: newSize - 1, root: newer.root }, [])).toBe(false)
  }
})

test('every range of every tree up to 24 leaves; a changed, missing, swapped or moved leaf is found', () => {
  const all = Array.from({ length: 24 }, (_, index) => sha(`leaf ${index}`))
  for (let size = 1; size <= 24; size++) {
    const leaves = all.slice(0, size)
    const tree = { size, root: rootOf(leaves) }
    for (let from = 0; from < size; from++) {
      for (let to = from + 1; to <= size; to++) {
        const part = leaves.slice(from, to)
        const path = rangeOf(from, to, leaves)
        expect(isRange(part, from, tree, path)).toBe(true)
        expect(isRange([flipped(part[0] ?? ''), ...part.slice(1)], from, tree, path)).toBe(false)
        if (part.length > 1) {
          expect(isRange(part.slice(1), from, tree, path)).toBe(false)
          expect(isRange([...part].reverse(), from, tree, path)).toBe(false)
        }
        expect(isRange(part, from + 1, tree, path)).toBe(false)
        expect(isRange(part, from, tree, [...path, tree.root])).toBe(false)
      }
    }
  }
})

test('hex and hashes agree with another implementation', () => {
  expect(toHex(fromHex('00ff10') ?? new Uint8Array(0))).toBe('00ff10')
  expect(fromHex('0')).toBeUndefined()
  expect(fromHex('zz')).toBeUndefined()
  const [left, right] = [sha('a'), sha('b')]
  const expected = createHash('sha256')
    .update(Buffer.from(`01${left}${right}`, 'hex'))
    .digest('hex')
  expect(nodeHash(left, right)).toBe(expected)
})

test('Ed25519: the second vector of RFC 8032, and nothing near it', () => {
  const key = '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c'
  const signature =
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00'
  expect(isSignedBy('r', signature, key)).toBe(true)
  expect(isSignedBy('s', signature, key)).toBe(false)
  expect(isSignedBy('r', flipped(signature), key)).toBe(false)
  expect(isSignedBy('r', signature.slice(2), key)).toBe(false)
  expect(isSignedBy('r', signature, key.slice(2))).toBe(false)
})
