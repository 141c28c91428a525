import { isSimulatedMarket } from './marketKind'

test('invented and recorded prices are no market of now, those of exchanges are', () => {
  expect(['simulated', 'replay:day.csv'].map(isSimulatedMarket)).toEqual([true, true])
  expect(['binance', 'okx', 'binance,okx'].map(isSimulatedMarket)).toEqual([false, false, false])
})
