import { sha256Text } from '../../../proof/hashing'
import { askTextOf, isLeftAskSigned } from '../../../proof/leftAsk'
import { withoutTime } from '../../../proof/time'
import { askingWorld } from '../../../test/client/asking'
import { NOON } from '../../../test/client/factories'
import { askedOf, checkpointAt, ORIGIN, restoredTo } from '../../../test/client/house'
import { policyOf, receiptOf, witnessOf } from '../../../test/client/receipts'

const ADDRESS = 'https://witness.test'
const one = witnessOf('one.example/w', 1)
const stranger = witnessOf('one.example/w', 2)
const signed = (checkpoint: string, by = one) => by.sign({ ...receiptOf(), checkpoint }).checkpoint
const policy = (restores = policyOf().restores) => ({ ...policyOf([one.key]), witnessUrls: [ADDRESS], restores })

/** A device that has seen three heads, and a witness that has seen this; the service shows `path` between the two. */
async function asking(seen: string | undefined, restores = policyOf().restores) {
  const { signer, world, deps } = askingWorld()
  world.policy = policy(restores)
  if (seen) world.pages[`${ADDRESS}/${sha256Text(ORIGIN)}/checkpoint`] = seen
  await signer.prepare()
  return { asked: await signer.askWitnesses(), world, deps }
}

test('the witness’s own checkpoint of the same log is kept', async () => {
  const text = signed(checkpointAt(3))
  const { asked } = await asking(text)
  expect(asked).toEqual({ joined: [withoutTime(text)], split: undefined })
})

test.each([
  ['gives no answer', undefined],
  ['has not signed it', checkpointAt(3, 'b')],
  ['is somebody else', signed(checkpointAt(3, 'b'), stranger)],
  ['shows no checkpoint', '<html>'],
])('a witness that %s says nothing', async (_, text) => {
  expect((await asking(text)).asked).toEqual({ joined: [], split: undefined })
})

test('a witness that has seen another log is told with both, and the house’s statement of a restore beside', async () => {
  const text = signed(checkpointAt(3, 'b'))
  const { asked } = await asking(text)
  expect(asked).toMatchObject({ joined: [], split: { before: { text }, after: { text: checkpointAt(3) } } })
  expect(asked.split?.restored).toBeUndefined()
  expect((await asking(text, [restoredTo(2)])).asked.split?.restored).toMatchObject({ kept: 2 })
})

test('a log of another length has to be shown to be one with the seen one', async () => {
  // The service has no such heads.
  const { asked } = await asking(signed(checkpointAt(5, 'b')))
  expect(asked.split).toMatchObject({ after: { text: checkpointAt(3) } })
})

test('the user’s own witnesses are asked in place of those that the service names', async () => {
  const { signer, world } = askingWorld()
  world.policy = policy()
  const own = witnessOf('own.example/w', 3)
  world.own = [{ key: own.key, url: 'https://own.test' }]
  const text = signed(checkpointAt(3), own)
  world.pages = {
    [`https://own.test/${sha256Text(ORIGIN)}/checkpoint`]: text,
    [`${ADDRESS}/${sha256Text(ORIGIN)}/checkpoint`]: signed(checkpointAt(3, 'b')),
  }
  await signer.prepare()
  expect(await signer.askWitnesses()).toEqual({ joined: [withoutTime(text)], split: undefined })
})

describe('a witness that the user names', () => {
  const find = async (entered: string, pages: Record<string, string> = {}) => {
    const { signer, world } = askingWorld()
    world.pages = pages
    return signer.findWitness(entered)
  }
  const page = (text: string) => ({ [`${ADDRESS}/${sha256Text(ORIGIN)}/checkpoint`]: text })

  test('is found by its address, which gives its key, or by both', async () => {
    const found = { key: one.key, url: ADDRESS }
    const pages = page(signed(checkpointAt(3)))
    expect(await find(` ${ADDRESS}/ `, { ...pages, [`${ADDRESS}/key`]: `${one.key}\n` })).toEqual(found)
    expect(await find(`${one.key}  ${ADDRESS}`, pages)).toEqual(found)
  })

  test('has to have signed this log', async () => {
    const pages = page(signed(checkpointAt(3)))
    expect(await find(ADDRESS, pages)).toBe('silent')
    expect(await find(`${stranger.key} ${ADDRESS}`, pages)).toBe('silent')
    expect(await find(`${one.key} ${ADDRESS}`)).toBe('silent')
    expect(await find(`${one.key} ${ADDRESS}`, page(checkpointAt(3)))).toBe('silent')
  })

  test('that has signed another log is told with both', async () => {
    const text = signed(checkpointAt(3, 'b'))
    expect(await find(`${one.key} ${ADDRESS}`, page(text))).toMatchObject({
      split: { before: { text }, after: { text: checkpointAt(3) } },
    })
  })

  test.each(['', 'witness.test', 'http://witness.test', `${ADDRESS}?a`, `${ADDRESS} ${ADDRESS}`, `x+00+y ${ADDRESS}`])(
    '%p is no address',
    async (entered) => {
      expect(await find(entered)).toBe('address')
    },
  )
})

test('an ask is left with the witnesses by its hash, and what they sign about it is kept in the evidence', async () => {
  const { signer, evidence, world } = askingWorld()
  world.policy = policy()
  const asked = askedOf({
    id: '0193a1b2-0000-7000-8000-000000000001',
    symbol: 'BTCUSDT',
    direction: 'up',
    stake: '100.00',
    durationSeconds: 60,
    earningsRateBp: 7_500,
  })
  const ask = askTextOf(asked.origin, asked, asked.agreed)
  const hash = sha256Text(ask)
  await evidence.leave(asked)
  expect(evidence.fileOf(asked.id)).toBeUndefined()
  expect(world.left).toEqual([`${ADDRESS}/ask ${hash}`])
  // Signed by somebody else, or about another ask, it says nothing.
  for (const said of [stranger.signText(`left|1|${hash}|${NOON}`), one.signText(`left|1|${'1'.repeat(64)}|${NOON}`)]) {
    world.pages[`${ADDRESS}/ask`] = `${NOON} ${said}\n`
    expect(await signer.leaveAsk(asked)).toBeUndefined()
  }
  const signature = one.signText(`left|1|${hash}|${NOON}`)
  world.pages[`${ADDRESS}/ask`] = `${NOON} ${signature}\n`
  await evidence.leave(asked)
  const left = { ask, signature: asked.ask.signature, seenBy: [{ witness: one.key, at: NOON, signature }] }
  expect(JSON.parse(evidence.fileOf(asked.id) ?? '')).toMatchObject({ receipt: null, acceptance: null, left })
  expect(isLeftAskSigned(left)).toBe(true)
})
