import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { existsSync } from 'node:fs'
import { asOwner } from '../../test/asOwner'
import { floor, user, withFloor } from '../../test/floorOfFile'
import { runOps } from '../../test/ops'
import { createAcceptancesSweep } from '../auditor/acceptancesSweep'
import { createAuditor } from '../auditor/auditor'
import { createDeps } from '../deps'
import { startServer } from '../server'
import { createSigner, keyFileOf } from './signer'

const [key, wrong] = [0, 1].map(() => generateKeyPairSync('ed25519').privateKey) as [KeyObject, KeyObject]
const hexOf = (each: KeyObject) => createSigner(each).publicKey.toString('hex')

withFloor({ user: true, config: { proofKeys: [key] } })
beforeAll(async () => {
  await floor.clock.advance(10)
  await floor.tick('100.0')
})

async function start(...proofKeys: KeyObject[]): Promise<void> {
  const { config, log } = floor.deps
  const server = await startServer({ ...config, proofKeys, roles: new Set(['api']), host: '127.0.0.1', port: 0 }, log)
  await server.close()
}

/** An account of staff, in a process that holds this key. */
const opsWith = (proofKey: KeyObject, line: string) => {
  const { config, log, clock } = floor.deps
  const database = floor.staffDeps.database
  return runOps(createDeps({ config: { ...config, proofKeys: [proofKey] }, log, clock, database }), line)
}

const settings = () => floor.database.query('select key, value from setting order by key')

/** Signed with this key, as nothing but a node with another key could. */
async function placeSignedWith(proofKey: KeyObject) {
  const body = floor.body()
  expect((await floor.place(user, body)).statusCode).toBe(201)
  await floor.deps.acceptances.flush()
  await floor.deps.heads.seal()
  await asOwner(floor.database, async (tx) => {
    const row = await tx.first<{ number: bigint; entry: string }>(
      'select order_number as number, entry from accepted_order order by order_number desc limit 1',
    )
    await tx.query('update acceptance set signature = $2 where order_number = $1', [
      row?.number,
      sign(null, Buffer.from(row?.entry ?? ''), proofKey),
    ])
  })
  return body.id
}

const acceptanceOf = async (id: string) => (await floor.call(user, 'GET', `/orders/${id}`)).json().acceptance

test('a key that did not sign what the database holds is refused, and nothing is written', async () => {
  expect((await floor.place(user, floor.body())).statusCode).toBe(201)
  await floor.deps.acceptances.flush()
  await floor.deps.heads.seal()
  await start(key)
  const before = await settings()
  await expect(start(wrong)).rejects.toThrow('PROOF_KEY lacks the key that signs the log of this database')
  await expect(start(wrong)).rejects.toThrow('put proof-key.pem back into DATA_DIR')
  // Without a setting a key is made: but not here: it would not be the right one.
  await expect(start()).rejects.toThrow('PROOF_KEY lacks the key')
  expect(existsSync(keyFileOf(floor.deps.config.dataDir))).toBe(false)
  expect(await settings()).toEqual(before)
  await start(wrong, key)
  const noted = await floor.database.first(`select value from setting where key = 'proof_key'`)
  expect(noted).toEqual({ value: hexOf(key) })
})

test('once a start has noted the key, a node with another one signs nothing, whatever stands where in PROOF_KEY', async () => {
  await expect(start(wrong)).rejects.toThrow(`its public key is ${hexOf(key)}`)
  const { config, log, clock, database } = floor.deps
  const processWith = (...proofKeys: KeyObject[]) =>
    createDeps({ config: { ...config, proofKeys }, log, clock, database })
  // As with a signer that was started again with another key.
  await expect(processWith(wrong).keyring.current()).rejects.toThrow('PROOF_KEY lacks the key')
  // Before any change the one that is noted signs, not the last one of the list.
  expect((await processWith(key, wrong).proof.policy()).publicKey).toBe(hexOf(key))
})

test('books that a wrong key has put off are right again once its signatures are dropped', async () => {
  await floor.database.query(`delete from setting where key = 'proof_key'`)
  const right = await placeSignedWith(key)
  const id = await placeSignedWith(wrong)
  const given = await acceptanceOf(right)
  await start(key)
  const auditor = createAuditor({
    ...floor.deps,
    database: floor.database,
    more: [createAcceptancesSweep(floor.deps.keyring)],
    slices: Number.POSITIVE_INFINITY,
  })
  const state = async () => {
    for (let batch = 0; batch < 20; batch++) {
      await floor.clock.advance(31_000)
      await auditor.runBatch()
    }
    return auditor.state()
  }
  expect(await state()).toBe('off')

  const drop = 'proof drop-foreign-signatures --actor ada --reason "a wrong key for an hour" --json'
  await expect(opsWith(wrong, drop)).rejects.toThrow('PROOF_KEY lacks the key')
  expect(JSON.parse(await opsWith(key, drop))).toEqual({ dropped: 1 })
  expect(JSON.parse(await opsWith(key, drop))).toEqual({ dropped: 0 })
  expect(await state()).toBe('ok')
  expect((await acceptanceOf(id)).publicKey).toBe(hexOf(key))
  expect(await acceptanceOf(right)).toEqual(given)
})
