import { feeOf as feeOfServer } from '../../server/src/modules/withdrawals/settings'
import { present } from '../../server/src/shared/assert'
import { formatMoney } from '../../server/src/shared/money'
import { moneyText, parseMoney } from '../../src/domain/money'
import { feeOf as feeOfApp } from '../../src/features/wallet/withdrawForm'
import { withdrawalTermsOf } from '../client/factories'

const CASES: [fixed: bigint, rateBp: number][] = [
  [0n, 0],
  [100n, 0],
  [0n, 1],
  [100n, 10],
  [7n, 3_333],
  [1_234_567n, 5_000],
]
/** Around each multiple of a rate's step the rounding shows. */
const AMOUNTS = [1n, 9n, 99n, 1_000n, 1_001n, 9_999n, 10_000n, 10_001n, 29_999n, 1_234_567_891n, 999_999_999_999n]

test.each(CASES)('the app shows the fee that the server takes: %d and %d basis points', (feeFixed, feeRateBp) => {
  for (const scale of [0, 2, 4])
    for (const amount of AMOUNTS) {
      const terms = withdrawalTermsOf({ feeFixed: formatMoney(feeFixed, scale), feeRateBp, rest: null })
      const shown = moneyText(feeOfApp(present(parseMoney(formatMoney(amount, scale), scale), 'an amount'), terms))
      expect(`${amount}: ${shown}`).toBe(
        `${amount}: ${formatMoney(feeOfServer(amount, { feeFixed, feeRateBp }), scale)}`,
      )
    }
})
