import type { CSSProperties } from 'react'

/** The box that a path is drawn in. */
export interface MaskBox {
  width: number
  height: number
}

/**
 * A drawing as the shape of its element, which has the class `cut`, so that it takes the theme's colors on WeChat, too: Taro
 * lets no prefixed property through there, and the engines of older phones know only that one.
 */
export function cutOf(body: string, { width, height }: MaskBox = { width: 100, height: 100 }): CSSProperties {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 ${width} ${height}' preserveAspectRatio='none'>${body}</svg>`
  return { '--cut': `url("data:image/svg+xml,${encodeURIComponent(svg)}")` } as CSSProperties
}

/** An SVG path that fills its element. */
export function maskOf(path: string, box: MaskBox, { fill = 'none', extra = '' } = {}): CSSProperties {
  const stroke = fill === 'none' ? "stroke='#000' stroke-width='1.6' vector-effect='non-scaling-stroke'" : ''
  return cutOf(`<path d='${path}' fill='${fill}' ${stroke} stroke-linejoin='round' ${extra}/>`, box)
}
