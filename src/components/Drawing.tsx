import { View } from '@tarojs/components'
import type { CSSProperties } from 'react'
import { classNames } from './classNames'

export interface DrawingProps {
  className: string
  /** The inside of an SVG element, in `currentColor`, without ids: those belong to the whole page. */
  body: string
  /** The body's own units, 100 by 100 unless given; the drawing fills the element. */
  box?: { width: number; height: number }
}

/**
 * A drawing in its element's color; text next to it says the same. WeChat has no SVG elements, so here it is a mask. The
 * mask comes as a custom property: Taro lets no prefixed one through, and the engines of older phones know only that.
 */
export function Drawing({ className, body, box: { width, height } = { width: 100, height: 100 } }: DrawingProps) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="none">${body}</svg>`
  const style = { '--cut': `url("data:image/svg+xml,${encodeURIComponent(svg)}")` } as CSSProperties
  return <View className={classNames(className, 'cut')} style={style} aria-hidden />
}

/** A line for `Drawing`. @param path what an SVG path's `d` has @param extra further attributes */
export const lineOf = (path: string, width: number, extra = ''): string =>
  `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linejoin="round" ${extra}/>`
