import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Order } from '../../contract/orders'
import type { Receipt } from '../../contract/proof'
import { checkReceipt } from '../../proof/receipt'
import { startStore } from '../../scripts/setup/store.mjs'
import { migrate } from '../../server/src/database/migrate'
import { present } from '../../server/src/shared/assert'
import { newId } from '../../server/src/shared/ids'
import { asked } from '../../server/test/asks'
import { lendRoles } from '../../server/test/database'
import { type Node, startNode } from '../../server/test/nodes'
import { jpegPhoto, multipartBody } from '../../server/test/photos'
import { until } from '../support/until'
import { type BackedUp, startBackedUp } from './backedUp'

/**
 * The drill at small size: database and object store are lost together, and come back from what the scripts of the backup have
 * kept, to an instant that is earlier than the last one.
 */
const OPS = join(__dirname, '../../dist/server/ops.js')
const SYMBOL = 'BTCUSDT'
const S3 = { kind: 's3', bucket: 'fairtick', prefix: 'prod/', region: 'us-east-1' } as const
const PROOF_KEY = generateKeyPairSync('ed25519').privateKey
const SEALING_KEY = Buffer.alloc(32, 7)

let backedUp: BackedUp
let store: Awaited<ReturnType<typeof startStore>>
let node: Node | undefined

const startStoreIn = (port = 0) => startStore({ folder: join(backedUp.folder, 'photos'), buckets: [S3.bucket], port })
const startNodeOn = (url: string) =>
  startNode(url, {
    proofKeys: [PROOF_KEY],
    sealingKeys: [SEALING_KEY],
    mediaPublicUrl: 'https://cdn.example.com/f',
    objectStore: { ...S3, endpoint: store.url, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    proofOrigin: 'fairtick.example/log',
  })

beforeAll(async () => {
  backedUp = await startBackedUp()
  store = await startStoreIn()
})
afterAll(async () => {
  await node?.stop()
  await store?.stop()
  await backedUp?.remove()
})

const environment = () => ({
  PATH: process.env.PATH ?? '',
  BACKUP_DIR: join(backedUp.own, 'copies'),
  DATA_DIR: join(backedUp.own, 'ops'),
  DATABASE_URL: backedUp.postgres.url,
  MEDIA_PUBLIC_URL: 'https://cdn.example.com/f',
  OBJECT_STORE_URL: `${store.url}/${S3.bucket}/${S3.prefix.slice(0, -1)}`,
  OBJECT_STORE_ACCESS_KEY: 'S3RVER',
  OBJECT_STORE_SECRET_KEY: 'S3RVER',
  PROOF_KEY: PROOF_KEY.export({ format: 'pem', type: 'pkcs8' }).toString(),
  PROOF_ORIGIN: 'fairtick.example/log',
  SEALING_KEY: SEALING_KEY.toString('base64'),
})
async function run(args: readonly string[], more: Record<string, string> = {}): Promise<string> {
  return (await promisify(execFile)(process.execPath, args, { env: { ...environment(), ...more } })).stdout
}
const script = (line: string) => backedUp.script(line, environment())
const ops = (line: string, url: string) => run([OPS, ...line.split(' ')], { DATABASE_URL: url, OPS_DATABASE_URL: url })

/** Orders of three seconds, so that a result comes soon. */
async function shortOrders(on: Node) {
  await backedUp.database.query(`insert into product_duration select id, 3, 7500 from product where symbol = $1`, [
    SYMBOL,
  ])
  await on.deps.market.refreshProducts()
}

async function upload(on: Node, token: string): Promise<string> {
  const id = newId()
  const { payload, headers } = multipartBody(await jpegPhoto())
  const answer = await fetch(`${on.origin}/api/uploads?id=${id}&purpose=id_front`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: new Uint8Array(payload),
  })
  expect(answer.status).toBe(201)
  return id
}

async function playOrder(on: Node, token: string): Promise<string> {
  const terms = { symbol: SYMBOL, direction: 'up', stake: '10.00', durationSeconds: 3, earningsRateBp: 7500 } as const
  let id = ''
  await until('an order is taken', async () => {
    // One that was asked for long ago is not taken.
    id = newId()
    const order = asked({ id, ...terms }, { origin: 'fairtick.example/log' })
    return (await on.call('POST', '/orders', token, order)).status < 300
  })
  await until('it is closed', async () => (await on.call<Order>('GET', `/orders/${id}`, token)).value.closedAt !== null)
  return id
}
const receiptOf = async (on: Node, token: string, id: string) =>
  (await on.call<Receipt>('GET', `/orders/${id}/receipt`, token)).value

test('database and object store are lost together and come back, and nobody is accused', async () => {
  const { postgres } = backedUp
  await migrate(postgres.url)
  await lendRoles(postgres.url)
  const before = await startNodeOn(postgres.url)
  node = before
  await before.deps.content.seed()
  await shortOrders(before)
  const token = await before.newUser('before_base')
  const photo = await upload(before, token)
  const order = await playOrder(before, token)
  await script('backup full')
  expect(await script('objects')).toMatch(/photos +1 /)
  await backedUp.archiveAll()
  expect(await script('rehearse')).toMatch(/photos +1 +1 +0 +0/)

  // Later changes are in no backup.
  backedUp.configure('another secret', backedUp.configuration)
  await playOrder(before, await before.newUser('after_base'))
  const lost = await receiptOf(before, token, order)
  expect(checkReceipt(lost).problems).toEqual([])

  node = undefined
  await before.stop()
  await backedUp.loseDatabase()
  backedUp.configure('S3RVER', backedUp.configuration)
  const { port } = new URL(store.url)
  await store.stop()
  rmSync(join(backedUp.folder, 'photos'), { recursive: true })
  store = await startStoreIn(Number(port))

  const copy = await backedUp.startCopy((await script(`restore ${join(backedUp.own, 'restored')}`)).trim())
  const { url } = copy
  try {
    await expect(ops('objects check', url)).rejects.toThrow(/The object store lacks \d+ objects.*: photos/)
    const said = '--actor ada --reason fire'
    await ops(`objects put-back --from ${join(backedUp.own, 'copies/objects')} ${said}`, url)
    expect(await ops('objects check', url)).toMatch(/photos +1 +1 +0 +0/)
    expect(await ops('ledger check', url)).toMatch(/books +add up/)
    await until('no node is known to run', () =>
      ops(`proof restored --because hardware ${said}`, url).then(
        () => true,
        (error) => {
          if (/A node runs/.test(error.message)) return false
          throw error
        },
      ),
    )
    const after = await startNodeOn(url)
    node = after
    // The photo opens, and the order has a receipt under the new log.
    const user = await after.deps.auth.userByToken(token)
    const opened = await after.deps.uploads.read(present(user, 'the session is restored').id, photo)
    expect(opened?.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    const now = await receiptOf(after, token, order)
    expect(checkReceipt(now).problems).toEqual([])
    // Who saved a receipt of the lost time is told why today's log lacks its head.
    const file = join(backedUp.folder, 'receipt.json')
    const verdict = async (receipt: Receipt) => {
      writeFileSync(file, JSON.stringify(receipt))
      const args = [join(__dirname, '../../scripts/verify-receipt.mjs'), file, '--server', after.origin]
      return run(args).catch(({ code, stdout }) => `${code} ${stdout}`)
    }
    expect(await verdict(lost)).toMatch(/^3 VOID {2}restored: .*\(hardware\)/)
    expect(await verdict(now)).toMatch(/^(NOTE .*\n)*The receipt of .* holds/)
    await after.stop()
    node = undefined
  } finally {
    await copy.stop()
  }
})
