/** A route of Taro's router; its result is the page's module, and what the address says of it. */
interface Route {
  path: string
  action(where: { pathname: string }, params: object): Promise<readonly unknown[]>
}

const keyOf = (path: string) => path.replace(/\/$/, '').toLowerCase()

/**
 * Replaces what finds the pages of Taro's router. Taro counts changes of the address by page, so that an older change
 * whose page arrives later puts it over the page of a newer one. Here only the newest change finds its page; Taro does
 * nothing if a route returns nothing. Addresses of pages have no parameters in their path, so no patterns are compared.
 */
export default class NewestRoute {
  private newest = 0

  constructor(private readonly routes: readonly Route[]) {}

  /** The result of the route at `pathname`, in capitals or not. Fails with status 404, for which Taro looks, if there is none. */
  async resolve(pathname: string): Promise<readonly unknown[]> {
    const turn = ++this.newest
    const route = this.routes.find(({ path }) => keyOf(path) === keyOf(pathname))
    if (!route) throw Object.assign(new Error('Route not found'), { status: 404 })
    try {
      const found = await Promise.all(await route.action({ pathname }, {}))
      return turn === this.newest ? found : []
    } catch (error) {
      if (turn === this.newest) throw error
      return []
    }
  }
}
