import { generateKeyPairSync, sign } from 'node:crypto'
import { createSigningThread } from './signingThread'

const { privateKey } = generateKeyPairSync('ed25519')
const signHere = (text: string) => sign(null, Buffer.from(text, 'utf8'), privateKey)
const textsOf = (count: number) => Array.from({ length: count }, (_, index) => `accept|${index}|é|漢`)
const hex = (signature: Buffer) => signature.toString('hex')

test.each([1, 4, 5, 500])('%d texts at once each get the signature that they get alone', async (count) => {
  const signMany = createSigningThread(privateKey, signHere)
  const texts = textsOf(count)
  const signatures = await Promise.all(texts.map(signMany))
  expect(signatures.map(hex)).toEqual(texts.map((text) => hex(signHere(text))))
})

test('many are signed beside the event loop, a few in it', async () => {
  let here = 0
  const signMany = createSigningThread(privateKey, (text) => {
    here++
    return signHere(text)
  })
  await Promise.all(textsOf(100).map(signMany))
  expect(here).toBe(0)
  await signMany('alone')
  expect(here).toBe(1)
})

test('a thread that dies loses nothing, also where it dies again', async () => {
  const signMany = createSigningThread(privateKey, signHere, 'process.exit(1)')
  for (const count of [20, 30]) {
    const texts = textsOf(count)
    const signatures = await Promise.all(texts.map(signMany))
    expect(signatures.map(hex)).toEqual(texts.map((text) => hex(signHere(text))))
  }
})
