import type { FakeCanvas } from './canvas'
import { byId } from './tree'
import type { Element } from './wxml'

/** Where a part of the page is on the screen, in CSS pixels, and how far it is scrolled. */
export interface Place {
  top: number
  bottom: number
  scrollTop?: number
}

interface Measured {
  /** By selector: places that a test gives, as the rig lays nothing out. */
  places: ReadonlyMap<string, Place>
  /** The page in front. */
  tree(): Element
  canvasOf(element: Element): FakeCanvas
  later(run: () => void, ms: number): unknown
  windowWidth: number
}

/** Of a box whose style says it: a canvas fills the one around it. */
function heightOf(box: Element | undefined, windowWidth: number): number {
  const [, rpx] = /height: ?([\d.]+)rpx/.exec(String(box?.attributes.style ?? '')) ?? []
  return (Number(rpx) * windowWidth) / 750
}

/** `wx.createSelectorQuery`: sizes of elements by their id, and the canvas itself. */
export function createQuery({ places, tree, canvasOf, later, windowWidth }: Measured) {
  const found: (() => object | null)[] = []
  const measure = (element: Element | undefined, asked: Record<string, boolean>) => {
    if (!element) return null
    const [width, height] =
      element.tag === 'canvas' ? [windowWidth - 32, heightOf(element.parent, windowWidth)] : [windowWidth, 44]
    const size = { width, height, left: 0, top: 0, right: width, bottom: height }
    return { ...size, ...(asked.node ? { node: canvasOf(element).node } : {}) }
  }
  const query = {
    in: () => query,
    select: (selector: string) => {
      const element = () => (selector.startsWith('#') ? byId(tree(), selector.slice(1)) : undefined)
      const add = (asked: Record<string, boolean>) => {
        found.push(() => places.get(selector) ?? measure(element(), asked))
        return query
      }
      return {
        fields: add,
        node: () => add({ node: true }),
        boundingClientRect: () => add({}),
        scrollOffset: () => add({}),
      }
    },
    exec: (done?: (results: (object | null)[]) => void) => {
      later(() => done?.(found.map((look) => look())), 1)
      return query
    },
  }
  return query
}
