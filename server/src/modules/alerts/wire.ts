import type { PriceAlert } from '../../../../contract/alerts'
import { ALERT_DIRECTION, ALERT_STATE, storedName } from '../../shared/stored'
import type { AlertRow } from './repository'

export function toWire(row: AlertRow): PriceAlert {
  const { tick_sequence: sequence, tick_at_ms: at, tick_price: price } = row
  return {
    id: row.id,
    symbol: row.symbol,
    direction: storedName(ALERT_DIRECTION, row.direction),
    price: row.price,
    state: storedName(ALERT_STATE, row.state),
    createdAt: new Date(Number(row.created_at_ms)).toISOString(),
    endedAt: row.ended_at_ms === null ? null : new Date(Number(row.ended_at_ms)).toISOString(),
    tick:
      sequence === null || at === null || price === null ? null : { sequence: Number(sequence), at: Number(at), price },
  }
}
