import type { TestApp, TestUser } from './app'

interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** The items of all pages of a list, in order; `url` has a query. */
export async function allPages<Item>({ call }: Pick<TestApp, 'call'>, user: TestUser, url: string): Promise<Item[]> {
  const items: Item[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Page<Item> = (await call(user, 'GET', `${url}${cursor && `&cursor=${cursor}`}`)).json()
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}
