import { receiptOf } from '../test/client/receipts'
import { proofCode } from './proofCode'

test('the code is twelve letters of the settlement, and another settlement has another', () => {
  const { order } = receiptOf()
  expect(proofCode(order)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(proofCode({ ...order, profitLoss: '1' })).not.toBe(proofCode(order))
})
