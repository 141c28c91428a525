import type { PriceAlert } from '../../../../contract/alerts'
import { type AlertRow, STATE } from './repository'

export function toWire(row: AlertRow): PriceAlert {
  const { tick_sequence: sequence, tick_at_ms: at, tick_price: price } = row
  return {
    id: row.id,
    symbol: row.symbol,
    direction: row.direction === 1 ? 'above' : 'below',
    price: row.price,
    state: row.state === STATE.active ? 'active' : row.state === STATE.triggered ? 'triggered' : 'cancelled',
    createdAt: new Date(Number(row.created_at_ms)).toISOString(),
    endedAt: row.ended_at_ms === null ? null : new Date(Number(row.ended_at_ms)).toISOString(),
    tick:
      sequence === null || at === null || price === null ? null : { sequence: Number(sequence), at: Number(at), price },
  }
}
