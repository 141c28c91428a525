// node scripts/makeTabIcons.mjs: draws the mini program's tab icons (WeChat takes PNG only) from the outlines of
// src/styles/icons.scss, in the colors of the tab bar.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

/** Pixels; WeChat asks for 81. */
const SIZE = 81
const COLORS = { '': '#5d6b85', '-on': '#1b57f0' }
const FOLDER = new URL('../src/assets/tab/', import.meta.url)

const source = readFileSync(new URL('../src/styles/icons.scss', import.meta.url), 'utf8')

/** Shapes of an icon as its variable has them: calls of `path(…)` and `circle(…)`. */
function shapesOf(/** @type {string} */ variable) {
  const [, calls = ''] = new RegExp(`^\\$${variable}: (.*);$`, 'm').exec(source) ?? []
  const paths = [...calls.matchAll(/path\("([^"]+)"\)/g)].map(([, d]) => `<path d="${d}"/>`)
  const circles = [...calls.matchAll(/circle\(([\d.]+), ([\d.]+), ([\d.]+)\)/g)].map(
    ([, x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`,
  )
  if (paths.length === 0) throw new Error(`src/styles/icons.scss has no icon $${variable}`)
  return [...paths, ...circles].join('')
}

for (const [, name, variable] of source.matchAll(/"tab-([\w-]+)": \$([\w-]+)/g)) {
  for (const [state, color] of Object.entries(COLORS)) {
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 24 24" fill="none" stroke="${color}" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">${shapesOf(variable)}</svg>`
    await sharp(Buffer.from(drawing))
      .png({ compressionLevel: 9, palette: true })
      .toFile(new URL(`${name}${state}.png`, FOLDER).pathname)
  }
}
