import { until } from '../../../../test/support/until'
import { type Guest, listenTo, openExchange } from '../../../test/feeds/loopback'
import { systemClock } from '../../shared/clock'
import type { LiveKind } from './settings'

/** A name that an exchange refuses among many: the others have prices, it is named, and it returns by itself. */
const NAMES = {
  binance: ['PLUMUSDT', 'FIGUSDT', 'NUTUSDT', 'PEARUSDT', 'LIMEUSDT'],
  okx: ['PLUM-USDT', 'FIG-USDT', 'NUT-USDT', 'PEAR-USDT', 'LIME-USDT'],
}
const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

let number = 0
function trade(kind: LiveKind, name: string): string {
  const atMs = systemClock.now()
  number += 1
  return kind === 'binance'
    ? JSON.stringify({ data: { e: 'aggTrade', s: name, l: number, p: '7.1', q: '1', T: atMs }, stream: 'a' })
    : JSON.stringify({
        arg: { channel: 'trades', instId: name },
        data: [{ instId: name, tradeId: String(number), px: '7.1', sz: '1', ts: String(atMs) }],
      })
}

/** How an exchange refuses: `request` if a name of a whole request is bad, `connection` before anything is asked. */
type Manner = 'names it' | 'names nothing' | 'names all' | 'closes'

/** An exchange of which one name is gone: it gives no price on a request that has it. */
async function exchangeWithout(kind: LiveKind, gone: { name: string | undefined }, manner: Manner) {
  const answer = (names: readonly string[]) => {
    const told = { 'names it': gone.name, 'names nothing': '', 'names all': names.join(), closes: '' }[manner]
    return kind === 'binance'
      ? JSON.stringify({ error: { code: -1121, msg: `Invalid symbol: ${told?.toLowerCase()}@aggTrade.` } })
      : JSON.stringify({
          event: 'error',
          code: '60018',
          msg: `Wrong URL or channel:trades,instId:${told} doesn't exist.`,
        })
  }
  function serve(guest: Guest, names: readonly string[]) {
    if (gone.name !== undefined && names.includes(gone.name)) {
      if (manner === 'closes') return guest.socket.close(1008, 'Invalid symbol')
      return guest.send(answer(names))
    }
    const timer = setInterval(() => {
      if (guest.socket.readyState !== 1) return clearInterval(timer)
      for (const name of names) guest.send(trade(kind, name))
    }, 50)
  }
  const exchange = await openExchange((guest) => {
    if (kind === 'binance') {
      const streams = new URL(guest.path, 'ws://exchange').searchParams.get('streams') ?? ''
      return serve(guest, [...new Set(streams.split('/').map((stream) => stream.split('@')[0]?.toUpperCase() ?? ''))])
    }
    guest.socket.on('message', (bytes) => {
      const { args } = JSON.parse(bytes.toString()) as { args: { instId: string }[] }
      serve(guest, [...new Set(args.map(({ instId }) => instId))])
    })
  })
  open.push(exchange)
  return exchange
}

function listen(kind: LiveKind, url: string, names = NAMES[kind]) {
  const ear = listenTo(kind, url, names, { times: { refusedAfterMs: 500, askAgainMs: 500 } })
  open.unshift({ close: () => ear.source.stop() })
  const since = (from: number) => [...new Set(ear.ticks.slice(from).map(({ symbol }) => symbol))].sort()
  return { ...ear, since }
}

describe.each(['binance', 'okx'] as const)('%s', (kind) => {
  const [, , nut = ''] = NAMES[kind]
  const others = NAMES[kind].filter((name) => name !== nut).sort()

  test.each(['names it', 'names nothing', 'names all', 'closes'] as const)(
    'one withdrawn product stops no other, whatever the refusal says (%s)',
    async (manner) => {
      const gone: { name: string | undefined } = { name: nut }
      const { url } = await exchangeWithout(kind, gone, manner)
      const { source, ticks, since } = listen(kind, url)
      await until('all others have prices', () => since(0).join() === others.join())
      const named = () => source.state().missing.map(({ name, why }) => `${name} ${why}`)
      // OKX is asked product by product: a refusal that names nothing leaves the product silent.
      if (kind === 'binance' || manner === 'names it' || manner === 'closes')
        await until('it is named', () => named().join() === `${nut} refused`)
      gone.name = undefined
      if (kind === 'okx' && (manner === 'names nothing' || manner === 'names all')) return
      await until('it is back', () => since(0).includes(nut))
      const from = ticks.length
      await until('all have prices', () => since(from).length === NAMES[kind].length)
      expect(named()).toEqual([])
    },
  )
})

test('an exchange that refuses every request is asked for all together, rarely, and no product is blamed', async () => {
  const server = await openExchange(() => undefined, { refuse: () => 404 })
  open.push(server)
  const { source } = listen('binance', server.url)
  await until('it has been asked often', () => server.attempts() > 4 * NAMES.binance.length)
  expect(source.state()).toMatchObject({ status: 'down', missing: [] })
})
