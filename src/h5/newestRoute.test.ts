import NewestRoute from './newestRoute'

const pageAt = (path: string, comes = Promise.resolve()) => ({
  path,
  action: async (where: { pathname: string }) => {
    await comes
    return [path, where]
  },
})

test('a page is found by its address, in capitals or not, and another address is not found', async () => {
  const routes = new NewestRoute([pageAt('/pages/index/detail'), pageAt('/pages/Detail/Detail')])
  expect(await routes.resolve('/pages/Detail/Detail')).toEqual([
    '/pages/Detail/Detail',
    { pathname: '/pages/Detail/Detail' },
  ])
  expect((await routes.resolve('/pages/detail/detail/'))[0]).toBe('/pages/Detail/Detail')
  await expect(routes.resolve('/pages/Detail')).rejects.toMatchObject({ status: 404 })
})

test('a page that comes after that of a newer change is dropped, and so is its failure', async () => {
  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: broken, reject: fail } = Promise.withResolvers<void>()
  const routes = new NewestRoute([pageAt('/late', late), pageAt('/broken', broken), pageAt('/new')])
  const older = [routes.resolve('/late'), routes.resolve('/broken')]
  expect((await routes.resolve('/new'))[0]).toBe('/new')
  arrive()
  fail(new Error('no network'))
  expect(await Promise.all(older)).toEqual([[], []])
})
