import { fakeHttp } from '../../test/client/http'
import { FavouritesStore } from '../stores/FavouritesStore'
import { startKeptFavourites } from './keptFavourites'

/** Nothing gets through: what was changed waits on the device. */
const http = fakeHttp({})

function open() {
  const favourites = new FavouritesStore({ http, now: () => 7 })
  return { favourites, kept: startKeptFavourites(favourites) }
}

test('favourites outlive a reload, with whose they are and what the server does not know yet', () => {
  const before = open()
  before.favourites.toggle('XAU')
  before.favourites.become('lin_mei88')
  before.favourites.toggle('BTCUSDT')
  before.kept.dispose()
  const { favourites } = open()
  expect(favourites.symbols).toEqual(['XAU', 'BTCUSDT'])
  expect(favourites.sync).toEqual({
    owner: 'lin_mei88',
    waiting: ['XAU', 'BTCUSDT'].map((symbol) => ({ account: 'lin_mei88', symbol, marked: true, at: 7 })),
  })
})
