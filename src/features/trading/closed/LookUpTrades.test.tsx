import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Receipt } from '../../../../contract/proof'
import { policyOf, receiptOf } from '../../../../test/client/receipts'
import { answered, renderScreen } from '../../../../test/client/screens'
import type { LookUpFinding } from '../../../domain/proof/trades'
import { startI18n } from '../../../i18n'
import { LookUpTrades } from './LookUpTrades'

beforeAll(() => startI18n('en-US'))
beforeEach(() => localStorage.clear())

/** The same receipt with prices of an exchange; that it then does not hold is for others to say. */
function pricedBy(source: string): Receipt {
  const receipt = receiptOf()
  const ranges = receipt.ranges.map(({ ticks, path }) => ({
    ticks: ticks.map((tick) => ({ ...tick, source, instrument: 'BTCUSDT', trade: 9_000 + tick.sequence })),
    path,
  }))
  return { ...receipt, ranges }
}

async function show(source: string, findings: LookUpFinding[] = []) {
  const receipt = pricedBy(source)
  const lookUp = jest.fn(async () => findings)
  const load = jest.fn(async () => lookUp)
  const id = receipt.order.id
  const shown = renderScreen(<LookUpTrades orderId={id} load={load} />, {
    getReceipt: answered(receipt),
    getProofPolicy: answered(policyOf()),
  })
  await act(() => shown.stores.proof.open(id))
  return { lookUp, load }
}

const row = { first: 9_005, last: 9_005, price: '101.00', at: Date.UTC(2026, 0, 5, 12, 0, 30, 250) }

test('a simulated price cannot be looked up', async () => {
  await show('simulated')
  expect(screen.queryByText('Compare with the exchange')).not.toBeInTheDocument()
})

test('the exchange is asked on a tap and not before, and the user knows what it sees', async () => {
  const { load } = await show('binance', [
    { part: 'entry', kind: 'same', exchange: 'binance', trade: 9_002, row },
    { part: 'exit', kind: 'other_price', exchange: 'binance', tick: tickOf('101.0'), row: { ...row, price: '99.0' } },
    { part: 'next', kind: 'after_end', exchange: 'binance', row },
  ])
  expect(screen.getByText(/asks Binance directly .* The exchange sees the IP address of this device\./)).toBeVisible()
  expect(load).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('Ask the exchange'))
  const said = await screen.findByRole('status')
  expect(said).toHaveTextContent(/Entry price.*Binance has the same: trade no\. 9002, 101 at/)
  expect(said).toHaveTextContent('Binance shows 99 for trade no. 9004; your receipt shows 101.')
  expect(said).toHaveTextContent(/Next trade after the exit.*trade came between the exit and expiry/)
})

test('an exchange that cannot be reached can be asked again', async () => {
  await show('okx', [{ part: 'entry', kind: 'unreached', exchange: 'okx' }])
  await userEvent.click(screen.getByText('Ask the exchange'))
  expect(await screen.findByText('OKX can’t be reached from this device.')).toBeVisible()
  expect(screen.getByText('Try again')).toBeVisible()
})

function tickOf(price: string) {
  const at = row.at - 80
  const named = { source: 'binance', instrument: 'BTCUSDT', trade: 9_004 } as const
  return { sequence: 4, at, price, size: '1', sourceAt: at, ...named }
}
