// node scripts/makeAppIcons.mjs: draws the icons of the installed app, and the card of pages that are shared in WeChat, from the
// product's mark, in the colors of its hero.
import sharp from 'sharp'

const FOLDER = new URL('../src/assets/', import.meta.url)

/** The mark of src/styles/icons.scss in a box of 24 by 24. */
const MARK = 'M3.5 13.5L8 18.5l4-7 3 3L20.5 5'

/**
 * @param {number} size in pixels
 * @param {{ corner: number, share: number }} shape corner of the ground and width of the mark, as shares of the size
 */
function drawing(size, { corner, share }) {
  const scale = (size * share) / 24
  const offset = (size - 24 * scale) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#0d1f4d"/><stop offset="1" stop-color="#1b57f0"/></linearGradient></defs>
    <rect width="${size}" height="${size}" rx="${size * corner}" fill="url(#g)"/>
    <path transform="translate(${offset} ${offset}) scale(${scale})" d="${MARK}" fill="none" stroke="#fff" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`
}

/** @type {[string, number, Parameters<typeof drawing>[1]][]} */
const ICONS = [
  ['app/icon-192.png', 192, { corner: 0.22, share: 0.6 }],
  ['app/icon-512.png', 512, { corner: 0.22, share: 0.6 }],
  // The system cuts these itself: the ground reaches to the edge and the mark stays in the middle.
  ['app/maskable-512.png', 512, { corner: 0, share: 0.5 }],
  ['app/touch-180.png', 180, { corner: 0, share: 0.58 }],
]

/** WeChat shows 5 by 4. */
const CARD = drawing(400, { corner: 0, share: 0.5 })
  .replace('width="400" height="400"', 'width="500" height="400" viewBox="-50 0 500 400"')
  .replace('<rect width="400"', '<rect x="-50" width="500"')
await sharp(Buffer.from(CARD))
  .png({ compressionLevel: 9, palette: true })
  .toFile(new URL('share/card.png', FOLDER).pathname)

for (const [name, size, shape] of ICONS) {
  await sharp(Buffer.from(drawing(size, shape)))
    .png({ compressionLevel: 9, palette: true })
    .toFile(new URL(name, FOLDER).pathname)
}
