import UniversalRouter from 'universal-router'

/** The result of a route of Taro's router: the page's module, and what the address says of it. */
type Found = readonly unknown[]

/**
 * Replaces what finds the pages of Taro's router. Taro counts changes of the address by page, so that an older change
 * whose page arrives later puts it over the page of a newer one. Here only the newest change finds its page; Taro does
 * nothing if a route returns nothing.
 */
export default class NewestRoute extends UniversalRouter<Found> {
  private newest = 0

  override async resolve(where: Parameters<UniversalRouter['resolve']>[0]): Promise<Found> {
    const turn = ++this.newest
    try {
      const found = await Promise.all((await super.resolve(where)) ?? [])
      return turn === this.newest ? found : []
    } catch (error) {
      if (turn === this.newest) throw error
      return []
    }
  }
}
