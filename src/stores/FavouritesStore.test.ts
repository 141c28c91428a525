import { FavouritesStore, parseFavourites } from './FavouritesStore'

test('a star is set and taken back', () => {
  const favourites = new FavouritesStore()
  favourites.toggle('XAUUSD')
  favourites.toggle('BTCUSDT')
  favourites.toggle('XAUUSD')
  expect(favourites.symbols).toEqual(['BTCUSDT'])
  expect(favourites.has('XAUUSD')).toBe(false)
})

test('what storage kept comes back without damage and without doubles', () => {
  const favourites = new FavouritesStore()
  favourites.restore(parseFavourites(['BTCUSDT', 'BTCUSDT', 7, '<b>', 'XAUUSD']) ?? [])
  expect(favourites.symbols).toEqual(['BTCUSDT', 'XAUUSD'])
  expect(parseFavourites({})).toBeUndefined()
})
