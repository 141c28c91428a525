import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Receipt } from '../../contract/proof'
import { proofCode } from '../../proof/proofCode'
import { asOwner } from '../../server/test/asOwner'
import { createTradingFloor, type TradingFloor } from '../../server/test/tradingFloor'

const ROOT = join(__dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'fairtick-shared-'))
let floor: TradingFloor

beforeAll(async () => {
  floor = await createTradingFloor()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await floor.close()
})

/** A closed order that its user shares. */
async function sharedOrder(): Promise<Receipt> {
  const user = await floor.registerUser()
  await floor.tick('100')
  const body = floor.body()
  await floor.place(user, body)
  await floor.enter('101')
  await floor.expire('102', floor.pass)
  await floor.settle()
  await floor.clock.advance(1_100)
  const url = `/api/orders/${body.id}/shared`
  await floor.inject({ method: 'PUT', url, headers: user.headers, payload: { shared: true } })
  return (await floor.call(user, 'GET', `/orders/${body.id}/receipt`)).json()
}

/** The order that anyone gets by a code, as the app asks for it. */
const openedBy = async (code: string) =>
  (await floor.inject({ url: `/api/proof/shared/${code.replace(/-/g, '')}` })).json().order

/** The code that the auditors' script prints. */
async function printedBy(script: string, receipt: Receipt): Promise<string | undefined> {
  const file = join(folder, 'receipt.json')
  writeFileSync(file, JSON.stringify(receipt))
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, script), file]).catch((failed) => failed)
  return /code ([0-9A-Z-]+)/.exec(stdout)?.[1]
}

test('the code that the app shows opens the shared result, and the script prints the same one', async () => {
  const receipt = await sharedOrder()
  expect(await openedBy(proofCode(receipt.order))).toEqual(receipt.order)
  expect(await printedBy('scripts/verify-receipt.mjs', receipt)).toBe(proofCode(receipt.order))
})

test('results that were shared under a wrong code are open by the right one after the migration', async () => {
  const receipts = [await sharedOrder(), await sharedOrder()]
  const ids = receipts.map(({ order }) => order.id)
  await asOwner(floor.database, (tx) =>
    tx.query(`update shared_result set code = '0000000000' || lpad(user_id::text, 2, '0') where order_id = any ($1)`, [
      ids,
    ]),
  )
  for (const { order } of receipts) expect(await openedBy(proofCode(order))).toBeUndefined()
  const migration = readFileSync(join(ROOT, 'server/sql/migrations/0017_proof_codes.sql'), 'utf8')
  await asOwner(floor.database, (tx) => tx.query(migration))
  for (const { order } of receipts) expect(await openedBy(proofCode(order))).toEqual(order)
})
