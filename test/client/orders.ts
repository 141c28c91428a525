import type { Order } from '../../contract/orders'
import type { AcceptedOrder, OrderTerms } from '../../contract/proof'
import { acceptedAtOf } from '../../proof/entry'
import type { ApiResult } from '../../src/api/http'
import { OrdersStore } from '../../src/stores/OrdersStore'
import { deviceRefusedAsks } from '../../src/stores/persistence/refusedAsks'
import { askingWorld } from './asking'
import { AGREED, acceptedOf, refusalOf } from './house'
import { answered, fakeHttp } from './http'
import { sendingWorld } from './sending'

export const REQUEST = {
  symbol: 'BTCUSDT',
  direction: 'up',
  stake: '100.00',
  durationSeconds: 60,
  earningsRateBp: 8200,
  agreed: AGREED,
} as const

/** Orders of a device that signs them, and a service that answers as `world` says. */
export function ordersWorld() {
  const { world: sending, deps, receive, find } = sendingWorld<AcceptedOrder>()
  const { world: house, signer, evidence } = askingWorld(sending)
  const world = Object.assign(sending, {
    house,
    /** Whether the house signs what it refuses. */
    signsRefusals: true,
    lies: {} as Partial<OrderTerms>,
    bodies: [] as object[],
    lists: [] as ApiResult<{ items: Order[]; nextCursor: string | null }>[],
    cursors: [] as unknown[],
  })
  const orders = new OrdersStore({
    ...deps,
    signer,
    evidence,
    refusedAsks: deviceRefusedAsks,
    http: fakeHttp({
      placeOrder({ body }) {
        world.bodies.push(body)
        const isLate = world.now > acceptedAtOf(body.id) && !world.server.has(body.id)
        if (isLate && world.fates.length === 0) world.fates.push('ask_time_off')
        const answer = receive(body.id, () => acceptedOf(body, world.lies))
        if (answer.ok || !world.signsRefusals || answer.error.code === 'network') return answer
        const refusal = refusalOf(body, answer.error.code, world.now)
        return { ok: false, error: { ...answer.error, details: { refusal } } }
      },
      getOrder: ({ params: { id } }) => find(id),
      listOrders({ query: { cursor } }) {
        world.cursors.push(cursor)
        return world.lists.shift() ?? answered({ items: [], nextCursor: null })
      },
    }),
  })
  return { orders, world, evidence, signer }
}

/** Until nothing is being checked any more. */
export const settled = async (orders: OrdersStore) => {
  for (let i = 0; i < 2_000 && orders.sender.intents.some(({ state }) => state === 'checking'); i++)
    await Promise.resolve()
}
