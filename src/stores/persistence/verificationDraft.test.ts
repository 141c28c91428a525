import { readText } from '../../platform/storage'
import { createDeviceDrafts, type VerificationDraft } from './verificationDraft'

const DRAFT: VerificationDraft = {
  name: '王小明',
  nationality: 'CN',
  idNumber: '11010519491231002X',
  frontPhotoId: '019384aa-0000-7000-8000-000000000001',
  backPhotoId: null,
}
const NOW = Date.parse('2026-03-04T10:00:00Z')
const DAY_MS = 86_400_000

/** A seal that reverses the text, and that a test can delay. */
function createSeal() {
  const held: (() => void)[] = []
  const state = { slow: false, keys: true }
  const turned = (text: string) => [...text].reverse().join('')
  return {
    state,
    release: () => held.shift()?.(),
    seal: async (_name: string, text: string) => {
      if (state.slow) await new Promise<void>((resolve) => held.push(resolve))
      return state.keys ? turned(text) : undefined
    },
    open: async (_name: string, sealed: string) => (state.keys ? turned(sealed) : undefined),
    forget: async () => undefined,
  }
}

beforeEach(() => window.localStorage.clear())

test('all that was typed survives a reload, and nothing of it can be read in the storage', async () => {
  const seal = createSeal()
  await createDeviceDrafts(seal).write('owner1', DRAFT, NOW)
  const kept = readText('verificationDraft') ?? ''
  for (const secret of ['王小明', '11010519491231002X']) expect(kept).not.toContain(secret)
  expect(await createDeviceDrafts(seal).read('owner1', NOW + DAY_MS - 1)).toEqual(DRAFT)
})

test('it is gone for another account, after a day, and where its key is gone', async () => {
  for (const [account, at, keys] of [
    ['other1', NOW, true],
    ['owner1', NOW + DAY_MS, true],
    ['owner1', NOW, false],
  ] as const) {
    const seal = createSeal()
    const drafts = createDeviceDrafts(seal)
    await drafts.write('owner1', DRAFT, NOW)
    seal.state.keys = keys
    expect(await drafts.read(account, at)).toBeUndefined()
    expect(readText('verificationDraft')).toBeUndefined()
  }
})

test('where nothing can be sealed, nothing is kept', async () => {
  const seal = createSeal()
  seal.state.keys = false
  await createDeviceDrafts(seal).write('owner1', DRAFT, NOW)
  expect(readText('verificationDraft')).toBeUndefined()
})

test('the last of several keystrokes counts, and none comes back after it was taken away', async () => {
  const seal = createSeal()
  const drafts = createDeviceDrafts(seal)
  seal.state.slow = true
  const first = drafts.write('owner1', { name: 'W' }, NOW)
  const second = drafts.write('owner1', { name: 'Wa' }, NOW)
  seal.state.slow = false
  seal.release()
  await Promise.all([first, second])
  expect(await drafts.read('owner1', NOW)).toEqual({ name: 'Wa' })
  seal.state.slow = true
  const third = drafts.write('owner1', { name: 'Wan' }, NOW)
  drafts.remove()
  seal.release()
  await third
  expect(readText('verificationDraft')).toBeUndefined()
})
