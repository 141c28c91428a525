import { type Mounts, unmountAfterMount } from './pageMounts'

test('a page that is left before it is rendered is taken away after that, and no other one', () => {
  const said: string[] = []
  const rendered: (() => void)[] = []
  const app: Mounts = {
    mount: (_, id, done) => {
      said.push(`mount ${id}`)
      rendered.push(done)
    },
    unmount: (id, done) => {
      said.push(`unmount ${id}`)
      done()
    },
  }
  unmountAfterMount(app)
  app.mount(undefined, 'order', () => said.push('order is there'))
  app.unmount('order', () => said.push('order is gone'))
  app.mount(undefined, 'product', () => said.push('product is there'))
  for (const done of rendered) done()
  app.unmount('product', () => said.push('product is gone'))
  expect(said).toEqual([
    'mount order',
    'mount product',
    'order is there',
    'unmount order',
    'order is gone',
    'product is there',
    'unmount product',
    'product is gone',
  ])
})
