import { allowForeignNodes } from './foreignNodes'

const { removeChild, insertBefore } = Node.prototype
beforeAll(() => allowForeignNodes())
afterAll(() => Object.assign(Node.prototype, { removeChild, insertBefore }))

function list(...texts: string[]): HTMLElement {
  const parent = document.createElement('div')
  parent.append(...texts.map((text) => Object.assign(document.createElement('p'), { textContent: text })))
  return parent
}

/** As an extension does. */
function wrap(node: ChildNode) {
  const wrapper = document.createElement('font')
  node.replaceWith(wrapper)
  wrapper.append(node)
}

test('a node that was moved is removed where it is, and one that is gone is no failure', () => {
  const parent = list('a', 'b')
  const [a, b] = Array.from(parent.children) as [Element, Element]
  wrap(a)
  expect(parent.removeChild(a)).toBe(a)
  expect(parent.textContent).toBe('b')
  b.remove()
  expect(parent.removeChild(b)).toBe(b)
})

test('a node is inserted before the wrapper of its place, and at the end if the place is gone', () => {
  const parent = list('a', 'c')
  const [b, d] = Array.from(list('b', 'd').children) as [Element, Element]
  const [a, c] = Array.from(parent.children) as [Element, Element]
  wrap(c)
  parent.insertBefore(b, c)
  expect(parent.textContent).toBe('abc')
  a.remove()
  parent.insertBefore(d, a)
  expect(parent.textContent).toBe('bcd')
  parent.insertBefore(a, null)
  expect(parent.textContent).toBe('bcda')
})
