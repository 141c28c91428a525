import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Acceptance } from '../../../contract/proof'
import { asOwner } from '../../test/asOwner'
import { floor, user, withFloor } from '../../test/floorOfFile'
import { createAcceptancesSweep } from '../auditor/acceptancesSweep'
import { queryableOf } from '../database/database'
import { createDeps, type Deps } from '../deps'
import { startServer } from '../server'
import { handOver } from './keys'
import { createSigner } from './signer'

const [oldKey, newKey] = [0, 1].map(() => generateKeyPairSync('ed25519').privateKey) as [KeyObject, KeyObject]

withFloor({ user: true, config: { proofKeys: [newKey, oldKey] } })
beforeAll(async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
})

/** A process that has nothing in memory, with these keys. */
async function processWith(...proofKeys: KeyObject[]): Promise<Deps> {
  const { config, log, database, clock } = floor.deps
  const deps = createDeps({ config: { ...config, proofKeys }, log, database, clock })
  await deps.market.refreshProducts()
  return deps
}

async function acceptanceBy({ orders }: Deps, id: string): Promise<Acceptance> {
  const order = await orders.get(user.id, id)
  if (!order.ok) throw new Error(order.error.code)
  return order.value.acceptance
}

test('whoever asks again gets the same bytes, after a change of the key and where the old one is gone, too', async () => {
  const [stored, lost] = [floor.body(), floor.body()]
  const first = (await floor.place(user, stored)).json().acceptance
  await floor.deps.acceptances.flush()
  const second = (await floor.place(user, lost)).json().acceptance
  await floor.deps.acceptances.flush()
  // As if the process had been killed before it stored the second one.
  await asOwner(floor.database, (tx) =>
    tx.query('delete from acceptance where order_number <> (select min(order_number) from acceptance)'),
  )
  await floor.deps.heads.seal()

  await floor.clock.advance(2_000)
  const change = await floor.database.withTransaction(async (tx) =>
    handOver(tx, await floor.deps.keyring.held(), floor.clock.now()),
  )
  if (typeof change === 'string') throw new Error(change)
  await floor.clock.advance(2_000)

  const onlyNew = await processWith(newKey)
  expect(await acceptanceBy(onlyNew, stored.id)).toEqual(first)
  expect(first.publicKey).toBe(change.from)
  const both = await processWith(newKey, oldKey)
  expect(await acceptanceBy(both, lost.id)).toEqual(second)
  await both.acceptances.flush()
  expect(await acceptanceBy(await processWith(newKey), lost.id)).toEqual(second)
  const repeated = await floor.place(user, stored)
  expect(repeated.statusCode).toBe(200)
  expect(repeated.json().acceptance).toEqual(first)
  const third = floor.body()
  expect((await floor.place(user, third)).json().acceptance.publicKey).toBe(change.to)
})

test('the auditor checks each stored signature against the leaf and the key of its time', async () => {
  await floor.deps.acceptances.flush()
  await floor.deps.heads.seal()
  const sweep = createAcceptancesSweep(floor.deps.keyring)
  const found = async () => sweep.find(floor.database, 0n, await sweep.last(floor.database))
  expect(await sweep.last(floor.database)).toBeGreaterThan(0n)
  expect(await found()).toEqual([])
  await expect(floor.database.query('update acceptance set signed_with = 1')).rejects.toThrow('append-only')
  const row = await floor.database.first<{ id: bigint }>('select min(order_number) as id from acceptance')
  await asOwner(floor.database, (tx) =>
    tx.query(
      'update acceptance set signature = set_byte(signature, 5, get_byte(signature, 5) # 1) where order_number = $1',
      [row?.id],
    ),
  )
  expect(await found()).toEqual([{ kind: 'row_differs', table: 'acceptance', id: row?.id }])
})

test.each([
  ['with the private key', true],
  ['without it, as beside a signer', false],
])('signatures are checked in threads, each of them, %s: the event loop is free meanwhile', async (_how, isHeld) => {
  const { privateKey } = generateKeyPairSync('ed25519')
  const signer = createSigner(privateKey)
  const rows = Array.from({ length: 2_500 }, (_, nth) => {
    const entry = `accept|${nth}|é|漢`
    return { order_number: BigInt(nth), signed_with: 0, entry, signature: sign(null, Buffer.from(entry), privateKey) }
  })
  const wrong = [0, 624, 625, 1_250, 2_499]
  const stored = rows.map((row, nth) => ({
    ...row,
    entry: wrong.includes(nth) ? `${row.entry}!` : row.entry,
    signature: row.signature.toString('hex'),
  }))
  const keyring = { keyAt: async () => signer.publicKey.toString('hex'), held: async () => (isHeld ? [signer] : []) }
  let turns = 0
  const turning = setInterval(() => turns++, 1)
  const findings = await createAcceptancesSweep(keyring).find(
    queryableOf(async () => stored as never),
    0n,
    2_500n,
  )
  clearInterval(turning)
  expect(findings.map((finding) => 'id' in finding && finding.id)).toEqual(wrong.map(BigInt))
  expect(turns).toBeGreaterThan(10)
})

test('a node without the key that signs now does not start, and says what to set', async () => {
  const { config, log } = floor.deps
  const start = (...proofKeys: KeyObject[]) => startServer({ ...config, proofKeys, host: '127.0.0.1', port: 0 }, log)
  await expect(start(oldKey)).rejects.toThrow('PROOF_KEY lacks the key that signs the log of this database')
})
