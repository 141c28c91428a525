// node scripts/makeTabIcons.mjs: draws the mini program's tab icons (WeChat takes PNG only) from the outlines that
// src/styles/icons.scss has, 81 pixels wide, in the colours of the tab bar.
import { mkdirSync, writeFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'

const SIZE = 81
const STROKE = 1.75
const OFF = [0x5d, 0x6b, 0x85]
const ON = [0x1b, 0x57, 0xf0]

const arc = (cx, cy, r, from = 0, to = 2 * Math.PI, steps = 48) =>
  Array.from({ length: steps + 1 }, (_, i) => {
    const angle = from + ((to - from) * i) / steps
    return [cx + r * Math.cos(angle), cy + r * Math.sin(angle)]
  })

/** Each icon is a list of polylines in a box of 24 by 24. */
const ICONS = {
  index: [
    [
      [4, 11],
      [12, 4],
      [20, 11],
      [20, 19],
      [19.7, 19.7],
      [19, 20],
      [15, 20],
      [15, 14],
      [9, 14],
      [9, 20],
      [5, 20],
      [4.3, 19.7],
      [4, 19],
      [4, 11],
    ],
  ],
  news: [
    [
      [5, 4],
      [16, 4],
      [16, 20],
      [6, 20],
      [4.6, 19.4],
      [4, 18],
      [4, 5],
      [4.3, 4.3],
      [5, 4],
    ],
    [
      [16, 9],
      [20, 9],
      [20, 18],
      [19.4, 19.4],
      [18, 20],
      [16, 20],
    ],
    [
      [8, 8],
      [12, 8],
    ],
    [
      [8, 12],
      [12, 12],
    ],
    [
      [8, 16],
      [12, 16],
    ],
  ],
  order: [
    [
      [4, 5],
      [4, 19],
      [20, 19],
    ],
    [
      [8, 15],
      [11, 11],
      [14, 13],
      [19, 6],
    ],
  ],
  user: [
    arc(12, 8, 4),
    [
      [4, 20],
      [5.6, 17.4],
      [7.6, 15.9],
      [9.8, 15.2],
      [12, 15],
      [14.2, 15.2],
      [16.4, 15.9],
      [18.4, 17.4],
      [20, 20],
    ],
  ],
}

function distance([px, py], [ax, ay], [bx, by]) {
  const dx = bx - ax
  const dy = by - ay
  const length = dx * dx + dy * dy
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length))
  return Math.hypot(px - ax - t * dx, py - ay - t * dy)
}

function pixels(lines, [r, g, b]) {
  const scale = SIZE / 24
  const rows = Buffer.alloc(SIZE * (SIZE * 4 + 1))
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const at = [(x + 0.5) / scale, (y + 0.5) / scale]
      const nearest = Math.min(...lines.flatMap((line) => line.slice(1).map((end, i) => distance(at, line[i], end))))
      const alpha = Math.max(0, Math.min(1, (STROKE / 2 - nearest) * scale + 0.5))
      rows.set([r, g, b, Math.round(alpha * 255)], y * (SIZE * 4 + 1) + 1 + x * 4)
    }
  }
  return rows
}

function chunk(type, body) {
  const out = Buffer.alloc(body.length + 12)
  out.writeUInt32BE(body.length, 0)
  out.write(type, 4, 'ascii')
  body.copy(out, 8)
  out.writeUInt32BE(crc32(out.subarray(4, body.length + 8)), body.length + 8)
  return out
}

function png(rows) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const folder = new URL('../src/assets/tab/', import.meta.url)
mkdirSync(folder, { recursive: true })
for (const [name, lines] of Object.entries(ICONS)) {
  writeFileSync(new URL(`${name}.png`, folder), png(pixels(lines, OFF)))
  writeFileSync(new URL(`${name}-on.png`, folder), png(pixels(lines, ON)))
}
