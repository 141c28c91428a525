import { searchProducts } from './productSearch'

const product = (symbol: string, code: string, name: string) => ({ symbol, code, name })
const PRODUCTS = [
  product('BTCUSDT', 'BTC/USDT', '比特币'),
  product('ETHBTC', 'ETH/BTC', 'Ether in BTC'),
  product('XAUUSD', 'XAU/USD', '黄金'),
  product('CLUSD', 'CL/USD', 'Pétrole brut'),
  product('HSI', 'HSI', 'ﾊﾝｾﾝ指数'),
  product('VN', 'VN', 'Dầu thô Đen'),
]
const symbols = (query: string) => searchProducts(PRODUCTS, query).map((found) => found.symbol)

describe('searchProducts', () => {
  it('finds by name, code and symbol, whatever the case and the width', () => {
    expect(symbols('比特')).toEqual(['BTCUSDT'])
    expect(symbols('btc/usdt')).toEqual(['BTCUSDT'])
    expect(symbols('ＢＴＣＵＳＤＴ')).toEqual(['BTCUSDT'])
    expect(symbols('xau')).toEqual(['XAUUSD'])
    expect(symbols('ハンセン')).toEqual(['HSI'])
  })

  it('finds without accents', () => {
    expect(symbols('petrole')).toEqual(['CLUSD'])
    expect(symbols('PÉTROLE')).toEqual(['CLUSD'])
    expect(symbols('dau den')).toEqual(['VN'])
  })

  it('puts first what begins with the query', () => {
    expect(symbols('btc')).toEqual(['BTCUSDT', 'ETHBTC'])
    expect(symbols('usd')).toEqual(['BTCUSDT', 'XAUUSD', 'CLUSD'])
  })

  it('wants every word', () => {
    expect(symbols('usd 黄金')).toEqual(['XAUUSD'])
    expect(symbols('usd 白银')).toEqual([])
  })

  it('takes no query as all, and odd text as text', () => {
    for (const query of ['', '   ', '/', '\t\n']) expect(symbols(query)).toHaveLength(PRODUCTS.length)
    for (const query of ['.*', '[', '\\', '\ud83d', 'x'.repeat(100_000)]) expect(() => symbols(query)).not.toThrow()
    expect(symbols('(*')).toEqual([])
  })
})
