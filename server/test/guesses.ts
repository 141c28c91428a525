import { SYMBOL, type TradingFloor } from './tradingFloor'

/** Guests who guess at a trading floor, through the routes. */
export function createGuests(floor: TradingFloor) {
  const guess = (direction = 'up', symbol = SYMBOL) =>
    floor.inject({ method: 'POST', url: '/api/guesses', payload: { symbol, direction } })
  const pricesOf = (acceptedAt: number, symbol = SYMBOL) =>
    floor.inject({ url: `/api/guesses/prices?symbol=${symbol}&acceptedAt=${acceptedAt}` })
  return {
    guess,
    pricesOf,
    /** Accepts a guess and lets its 30 s go by. */
    async run(direction: string, exit: string) {
      await floor.tick('100')
      const answer = await guess(direction)
      expect(answer.statusCode).toBe(201)
      const signed = answer.json()
      const before = (await pricesOf(signed.terms.acceptedAt)).json()
      await floor.enter('101')
      await floor.expire(exit)
      await floor.deps.heads.seal()
      await floor.clock.advance(501)
      return { signed, before, prices: (await pricesOf(signed.terms.acceptedAt)).json() }
    },
  }
}
