import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fireEvent, render } from '@testing-library/react'
import { ProductIcon } from './ProductIcon'
import { DRAWN } from './productPicture'

const picture = readFileSync(join(__dirname, 'products.svg'), 'utf8')

test('each picture is where its product looks for it', () => {
  const ids = Array.from(picture.matchAll(/<g id="(\w+)"(?: transform="translate\(0 (\d+)\)")?>/g), ([, id, y]) => [
    id,
    Number(y ?? 0),
  ])
  expect(ids).toEqual(DRAWN.map((symbol, at) => [symbol, 36 * at]))
  expect(picture).toContain(`viewBox="0 0 36 ${36 * DRAWN.length}"`)
})

test('every demo product has one, another product has letters', () => {
  const demo = readFileSync(join(__dirname, '../../server/src/market/demoProducts.ts'), 'utf8')
  const symbols = Array.from(demo.matchAll(/^ {4}symbol: '(\w+)'/gm), ([, symbol]) => symbol)
  expect(symbols.length).toBeGreaterThan(10)
  expect([...DRAWN].sort()).toEqual(symbols.sort())
  const { container } = render(<ProductIcon symbol="DOGEUSDT" />)
  expect(container).toHaveTextContent('DO')
})

test('a picture of the object store covers the drawn one, and goes where it does not load', () => {
  const url = `https://cdn.example.com/media/${'a'.repeat(64)}`
  const { container, rerender } = render(<ProductIcon symbol="BTCUSDT" url={url} />)
  const shown = () => container.querySelector('img')
  expect(shown()).toHaveAttribute('src', url)
  expect(container.querySelector('.product-icon--drawn')).not.toBeNull()
  fireEvent.error(shown() as Element)
  expect(shown()).toBeNull()
  rerender(<ProductIcon key="other" symbol="DOGEUSDT" url="https://evil.example.com/x.webp" />)
  expect(shown()).toBeNull()
  expect(container).toHaveTextContent('DO')
})
