import { SHARE_CARD } from './pictureParts'
import { drawShareCard, type ShareCardContent } from './shareCard'

const content: ShareCardContent = {
  brand: 'Fairtick',
  notice: 'Simulated market · demo funds',
  product: 'BTC/USDT',
  terms: '▲ Buy up · 30 s',
  tone: 'green',
  result: '+75%',
  status: 'Won',
  points: [
    { x: 8, y: 90 },
    { x: 92, y: 10 },
  ],
  marks: [{ x: 8, y: 90 }],
  entry: { label: 'Entry price', price: '100.0', time: '2026/03/04 12:00:00' },
  exit: { label: 'Exit price', price: '101.0', time: '2026/03/04 12:00:30' },
  checks: 5,
  checked: '5 of 5 checks passed',
  codeLabel: 'Proof code',
  code: '7K3Q-9X2T-AB4C',
  codeHint: 'Anyone with the receipt can verify this result',
  address: 'fairtick.example/h5/#/pages/check/check',
  qr: [
    [true, false],
    [false, true],
  ],
}

/** A context that records each text with its place and size; a letter is half as wide as the font size. */
function recorder() {
  const written: { text: string; size: number; from: number; to: number }[] = []
  const nothing = () => undefined
  const context = {
    font: '',
    textAlign: 'left',
    measureText: (text: string) => ({ width: (text.length * sizeOf(context.font)) / 2 }),
    fillText(text: string, x: number) {
      const { width } = context.measureText(text)
      const from = context.textAlign === 'right' ? x - width : x
      written.push({ text, size: sizeOf(context.font), from, to: from + width })
    },
    createLinearGradient: () => ({ addColorStop: nothing }),
    ...Object.fromEntries(
      ['fillRect', 'beginPath', 'moveTo', 'lineTo', 'arcTo', 'arc', 'closePath', 'fill', 'stroke', 'setLineDash'].map(
        (name) => [name, nothing],
      ),
    ),
  }
  const sizeOf = (font: string) => Number(/(\d+)px/.exec(font)?.[1])
  return { context: context as unknown as CanvasRenderingContext2D, written }
}

test('everything stands on the picture and inside of it', () => {
  const { context, written } = recorder()
  drawShareCard(context, content)
  const { points: _points, marks: _marks, qr: _qr, tone: _tone, checks: _checks, entry, exit, ...texts } = content
  const expected = [...Object.values(texts), ...Object.values(entry), ...Object.values(exit)]
  expect(written.map(({ text }) => text).sort()).toEqual(expected.sort())
  for (const { from, to } of written) {
    expect(from).toBeGreaterThanOrEqual(0)
    expect(to).toBeLessThanOrEqual(SHARE_CARD.width)
  }
})

test('a text that is too long is set smaller', () => {
  const { context, written } = recorder()
  drawShareCard(context, { ...content, codeHint: content.codeHint.repeat(4) })
  const hint = written.find(({ text }) => text.startsWith(content.codeHint))
  expect(hint?.size).toBeLessThan(30)
  expect(hint?.to).toBeLessThanOrEqual(SHARE_CARD.width)
})
