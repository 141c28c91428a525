import { createLeaseRow, isLeaseLost } from '../../server/src/cluster/leaseRow'
import { present } from '../../server/src/shared/assert'
import { readLatestHead } from '../../server/src/signedLogs/heads'
import type { TestUser } from '../../server/test/app'
import { runOps } from '../../server/test/ops'
import { SYMBOL } from '../../server/test/tradingFloor'
import { until } from '../support/until'
import { type AppDevice, createAppDevice, type Request } from './appDevice'
import { type House, openHouse } from './lyingHouse'

/** HEADS=10000 is the long run. */
const HEADS = Number(process.env.HEADS ?? 300)
/** Heads from one look of monitor and witness to the next: they keep up with new heads. */
const LOOK_EVERY = 40
/** Heads under one leader; by turns it hands over, or stops without a word. */
const LEAD_FOR = 60
/** Heads from one order to the next, more than an order needs. */
const ORDER_EVERY = 140
/** After this many orders the house loses its newest heads, as often as it may state that. */
const RESTORES = 16
const LOST = 2
const LEASE_MS = 2_000
const MINUTE_MS = 60_000
/** How far somebody sets a clock that is in use. */
const JUMP_MS = 5 * MINUTE_MS
/** How far the clocks of the users' devices are ahead. */
const CLOCKS = [-5 * MINUTE_MS, 5 * MINUTE_MS, 0, -2 * MINUTE_MS]

let house: House
let user: TestUser
beforeAll(async () => {
  house = await openHouse()
  user = await house.registerUser()
})
afterAll(() => house.close())

/** A node of the house; where it leads, it writes prices under a lease of the database. */
async function startLeader(holder: string) {
  const node = await house.startNode()
  await node.deps.market.refreshProducts()
  const row = createLeaseRow(node.deps.database, { name: 'feed', holder, ttlMs: LEASE_MS })
  const token = await until('the lease is free', () => row.take(false))
  return { ...node, row, fence: { name: 'feed' as const, token } }
}

/** An honest house of two nodes, whose leader changes and whose processes start again. */
async function openCluster() {
  let other = await startLeader('node a')
  let leader = await startLeader('node b')
  const tell = (price: string, { deps, fence } = leader) => house.tell(price, {}, deps, fence)

  const request: Request = async (path, body) => {
    const answer = await fetch(`${leader.url}/api${path}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: { ...user.headers, ...(body && { 'content-type': 'application/json' }) },
    })
    return { status: answer.status, text: await answer.text() }
  }

  return {
    request,
    leader: () => leader,

    /** Some prices, what they decide, and a head with them, which any node makes. */
    async round(head: number) {
      for (let tick = 0; tick < 3; tick++) await tell(`10${tick}.${head % 10}`)
      await leader.deps.settlement.runOnce()
      await (head % 3 === 0 ? other : leader).deps.heads.seal()
    },

    /** A node that has just started leads. The one before has a price in hand that comes too late. */
    async failOver(head: number) {
      if (head % (2 * LEAD_FOR) === 0) await leader.row.giveUp(leader.fence.token)
      await other.stop()
      other = leader
      leader = await startLeader(`node ${head}`)
      expect(isLeaseLost(await tell('1', other).catch((error: unknown) => error))).toBe(true)
    },

    /** The newest heads are lost; all processes start again, with a statement of the house. */
    async restore() {
      const { number } = present(await readLatestHead(house.database), 'there are heads')
      await Promise.all([other.stop(), leader.stop()])
      await house.tamper(async (tx) => {
        await tx.query('delete from tree_head where number > $1', [number - LOST])
        await tx.query('delete from log_node where tree = -3 and (position + 1) << level > $1', [number - LOST])
      })
      await runOps(house.staffDeps, 'proof restored --because hardware --actor ada --reason "rack 4 burnt" --json')
      other = await startLeader(`${number} a`)
      leader = await startLeader(`${number} b`)
      await tell('100')
    },

    stop: () => Promise.all([other.stop(), leader.stop()]),
  }
}

type Cluster = Awaited<ReturnType<typeof openCluster>>

/** A monitor and a witness that keep up, of which nothing but their folders is left from one look to the next. */
function createWatch({ leader }: Cluster) {
  const found = new Set<string | undefined>()
  let witnesses = 0
  let sign = house.witnessOf('witness0')
  return {
    found,
    async look() {
      // The clock of the house stands still while a request is answered from memory.
      await house.clock.advance(600)
      found.add((await house.monitorOf('monitor', { url: leader().url }).runOnce()).problem)
      let signed = await sign(leader().url)
      // On a busy machine it does not get through all heads at once.
      for (let again = 0; signed.status === 503 && again < 20; again++) signed = await sign(leader().url)
      found.add(signed.status === 200 ? undefined : signed.text)
      expect([...found]).toEqual([undefined])
    },
    /** Outsiders whose clock is wrong say that clocks differ, and nothing of the house; a head gets no other signature. */
    async lookWithWrongClocks() {
      const { number } = present(await readLatestHead(house.database), 'there are heads')
      for (const aheadMs of [-JUMP_MS, JUMP_MS]) {
        const name = `${number} ${aheadMs}`
        const now = () => house.clock.now() + aheadMs
        await expect(house.monitorOf(`monitor ${name}`, { url: leader().url, now }).runOnce()).rejects.toThrow(
          /set the clock that is wrong; nothing was judged$/,
        )
        const { text } = await house.witnessOf(`witness ${name}`, aheadMs)(leader().url)
        expect(text).toMatch(new RegExp(`^head ${number} is dated -?(29|30)\\d s off the clock of this witness$`))
      }
    },
    /** Witnesses take no statement of the house: they begin with the log of today. */
    beginAgain() {
      witnesses += 1
      sign = house.witnessOf(`witness${witnesses}`)
    },
  }
}

const ORDER = { symbol: SYMBOL, direction: 'up' as const, stake: '1.00', durationSeconds: 30, earningsRateBp: 7500 }

/** A device's verdict on the receipt of its order. */
async function saidOf(device: AppDevice, id: string) {
  const { check, history, restored } = await device.check(id)
  return { problems: check.problems, history, restored: restored?.reason }
}

test('nobody accuses an honest house, whatever breaks and whatever the clocks of devices say', async () => {
  const cluster = await openCluster()
  const watch = createWatch(cluster)
  const devices = CLOCKS.map((aheadMs) =>
    createAppDevice({ request: cluster.request, serverNow: () => house.clock.now(), aheadMs }),
  )
  let running: { device: AppDevice; id: string } | undefined
  const ended: { device: AppDevice; id: string }[] = []

  async function placeBy(device: AppDevice) {
    const { id, refused, problems } = await device.place(ORDER)
    expect([device.aheadMs, refused, problems]).toEqual([device.aheadMs, undefined, []])
    running = { device, id }
  }

  /** The house loses heads that devices have seen, and says so; the device that has seen them is told, and continues. */
  async function restoreFor(device: AppDevice) {
    await house.clock.advance(600)
    const { number } = present(await readLatestHead(house.database), 'there are heads')
    expect(await device.seesHead()).toBe(number)
    await cluster.restore()
    expect(await device.place(ORDER)).toMatchObject({
      refused: 'ask_other_log',
      other: { restored: { reason: 'hardware' } },
    })
    for (let each = 0; each < 2 * LOST; each++) await cluster.round(each)
    watch.beginAgain()
    await watch.look()
  }

  /** Every other order is checked before the restore, too; those before it are checked again. */
  async function endOf({ device, id }: NonNullable<typeof running>) {
    running = undefined
    ended.push({ device, id })
    const isRestored = ended.length <= RESTORES
    const holds = { problems: [], history: undefined }
    if (!isRestored || ended.length % 2 === 0)
      expect([device.aheadMs, await saidOf(device, id)]).toEqual([device.aheadMs, expect.objectContaining(holds)])
    if (!isRestored) return
    await restoreFor(device)
    for (const each of ended.slice(-2 * CLOCKS.length))
      expect([each.device.aheadMs, await saidOf(each.device, each.id)]).toEqual([
        each.device.aheadMs,
        { ...holds, restored: 'hardware' },
      ])
  }

  for (let head = 1; head <= HEADS; head++) {
    await cluster.round(head)
    if (head % LEAD_FOR === 0) await cluster.failOver(head)
    if (head % LEAD_FOR === 1) await watch.lookWithWrongClocks()
    if (head % LOOK_EVERY === 0) await watch.look()
    if (head % ORDER_EVERY === 1) await placeBy(present(devices[ended.length % devices.length], 'there are devices'))
    // Somebody sets the clock of the device while its order runs.
    if (running && head % ORDER_EVERY === 20) running.device.setClock(ended.length % 2 === 0 ? JUMP_MS : -JUMP_MS)
    if (running && (await running.device.follow(running.id))) await endOf(running)
  }
  await watch.look()
  const late = await house.monitorOf('late', { url: cluster.leader().url, from: HEADS - 50 }).runOnce()
  await cluster.stop()
  expect([...watch.found, late.problem]).toEqual([undefined, undefined])
  expect(ended).toHaveLength(Math.floor(HEADS / ORDER_EVERY))
})

test('a device that cannot know yet that its clock is wrong is told so, and nothing is placed', async () => {
  const cluster = await openCluster()
  for (let head = 1; head < 4; head++) await cluster.round(head)
  for (const aheadMs of [-5 * MINUTE_MS, 5 * MINUTE_MS]) {
    const device = createAppDevice({
      request: cluster.request,
      serverNow: () => house.clock.now(),
      aheadMs,
      isMeasured: false,
    })
    const { id, refused } = await device.place(ORDER)
    expect([refused, (await cluster.request(`/orders/${id}`)).status]).toEqual(['ask_time_off', 404])
    // The message is "The time on this device is wrong"; no dispute with the service is shown.
    expect(device.evidence.disputes).toEqual([])
  }
  await cluster.stop()
})
