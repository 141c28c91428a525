import type { Receipt } from '../../../contract/proof'
import {
  compareEntry,
  compareNext,
  compareTrade,
  decidingTicks,
  isNumbered,
  type LookUpFinding,
} from '../../domain/proof/trades'
import { sendRequest } from '../../platform/request'
import { createExchanges, EXCHANGE_BASES, type ExchangesDeps } from './exchanges'

/**
 * Asks the exchanges for the trades that decided an order, and for the one after the exit, and compares them with the
 * receipt. Whether the receipt holds is for the check of receipts to say. Never throws.
 */
export async function lookUpTrades(
  receipt: Receipt,
  deps: ExchangesDeps = { send: sendRequest, bases: EXCHANGE_BASES },
): Promise<LookUpFinding[]> {
  const exchanges = createExchanges(deps)
  const findings: LookUpFinding[] = []
  for (const { part, tick } of decidingTicks(receipt)) {
    const exchange = tick.source as LookUpFinding['exchange']
    if (!isNumbered(tick)) {
      findings.push({ part, kind: 'unnumbered', exchange })
      continue
    }
    const answer = await exchanges.tradeOf(tick)
    findings.push(answer ? compareTrade(part, tick, answer) : { part, kind: 'unreached', exchange })
    if (answer?.found && part === 'entry') findings.push(...compareEntry(receipt.order.acceptedAt, tick, answer))
    if (answer?.found && part === 'exit' && receipt.order.expiresAt !== null)
      findings.push(compareNext(receipt.order.expiresAt, tick, answer))
  }
  return findings
}
