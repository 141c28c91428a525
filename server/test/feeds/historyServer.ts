import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const STEPS: Record<string, number> = {
  '1m': 60_000,
  '1h': 3_600_000,
  '1H': 3_600_000,
  '1d': 86_400_000,
  '1Dutc': 86_400_000,
}

/** Price of the candle that opened then: any function of time will do. */
export const closeAt = (openAtMs: number) => (100 + ((openAtMs / 60_000) % 1_000) / 100).toFixed(2)

function candle(openAtMs: number, stepMs: number) {
  const [open, close] = [closeAt(openAtMs), closeAt(openAtMs + stepMs)]
  const [low, high] = [open, close].sort((a, b) => Number(a) - Number(b))
  return { open, high, low, close }
}

/** The candle endpoints of both exchanges on loopback, with their limits and orders; `spoil` may answer instead. */
export async function openHistoryServer(
  spoil: (url: URL) => { status: number; body: string } | undefined = () => undefined,
) {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    asked.push(url)
    const spoiled = spoil(url)
    if (spoiled) return response.writeHead(spoiled.status).end(spoiled.body)
    const query = (name: string) => url.searchParams.get(name) ?? ''
    if (url.pathname === '/api/v3/klines') {
      const step = STEPS[query('interval')] ?? 0
      const rows: unknown[] = []
      for (let at = Math.ceil(Number(query('startTime')) / step) * step; at <= Number(query('endTime')); at += step) {
        if (rows.length === Math.min(1_000, Number(query('limit')))) break
        const { open, high, low, close } = candle(at, step)
        rows.push([at, open, high, low, close, '12.50', at + step - 1, '1250.00', 40, '6', '600', '0'])
      }
      return response.end(JSON.stringify(rows))
    }
    const step = STEPS[query('bar')] ?? 0
    const rows: unknown[] = []
    for (let at = Math.ceil(Number(query('after')) / step) * step - step; at > Number(query('before')); at -= step) {
      if (rows.length === Math.min(100, Number(query('limit')))) break
      const { open, high, low, close } = candle(at, step)
      rows.push([String(at), open, high, low, close, '12.50', '12.50', '1250.00', '1'])
    }
    response.end(JSON.stringify({ code: '0', msg: '', data: rows }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    asked,
    binance: `http://127.0.0.1:${port}/api/v3`,
    okx: `http://127.0.0.1:${port}/api/v5`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
