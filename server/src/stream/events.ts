import { type Connections, forgetUser, sendMessage } from './connections'
import type { StreamDeps } from './deps'
import type { Hub } from './hub'

/** Passes events of the bus on to the sockets they concern. Returns the function that ends it. */
export function forwardEvents(deps: StreamDeps, connections: Connections, hub: Hub): () => void {
  const { bus, log, ledger, market, clock } = deps
  const ends = [
    bus.subscribe('ticks', ({ ticks }) => {
      for (const tick of ticks) hub.markChanged(tick.symbol)
    }),
    bus.subscribe('orders', ({ userId, orders }) => {
      for (const connection of connections.of(userId)) {
        for (const order of orders) sendMessage(connection, { type: 'order', order })
      }
    }),
    bus.subscribe('balances', ({ userId }) => {
      if (!connections.hasUser(userId)) return
      ledger
        .balanceOf(userId)
        .then((balance) => {
          for (const connection of connections.of(userId)) sendMessage(connection, { type: 'balance', balance })
        })
        .catch((error) => log.warn({ err: error }, 'a balance could not be read for the stream'))
    }),
    bus.subscribe('changed', ({ userId, topics }) => {
      for (const connection of connections.of(userId)) sendMessage(connection, { type: 'changed', topics })
    }),
    bus.subscribe('session_ended', ({ sessionId }) => {
      for (const connection of connections.all) {
        if (connection.user?.sessionId === sessionId) forgetUser(connections, connection)
      }
    }),
    bus.subscribe('product', ({ symbol }) => {
      const product = market.productBySymbol(symbol)
      if (!product) return
      const { status } = market.tradingState(product, clock.now())
      for (const connection of connections.all) {
        if (connection.member.symbols.includes(symbol)) sendMessage(connection, { type: 'status', symbol, status })
      }
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}
