import type { PointerTarget } from '../../../components/chart/pointerInput'
import { createGestures } from '../chart/gestures'

/** What a user looks at: how far back the picture was moved, in CSS pixels, and the place that is asked about. */
export interface TickView {
  back: number
  asked: number | undefined
}

export interface TickInput {
  view: TickView
  input: PointerTarget
  dispose(): void
}

const DOUBLE_TAP_MS = 350

/**
 * The gestures of the chart of every price: a finger that rests asks what the price was there, a finger that moves takes the
 * picture back, as far as `most` pixels, and two taps lead to now.
 * `tapped` takes a tap for itself by returning true.
 */
export function createTickInput(
  changed: () => void,
  most: () => number,
  tapped: (point: { x: number; y: number }) => boolean = () => false,
): TickInput {
  const view: TickView = { back: 0, asked: undefined }
  let tappedAt = Number.NEGATIVE_INFINITY
  const none = () => undefined
  const gestures = createGestures({
    panBy(dx) {
      view.back = Math.max(0, Math.min(most(), view.back + dx))
      changed()
    },
    fling: none,
    hold: none,
    zoomBy: none,
    setCrosshair(point) {
      view.asked = point?.x
      changed()
    },
    tap(point) {
      if (tapped(point)) return
      const now = Date.now()
      if (now - tappedAt < DOUBLE_TAP_MS) view.back = 0
      tappedAt = now
      changed()
    },
  })
  const { down, move, up, cancel, hover, leave, isHolding } = gestures
  const of = <A extends unknown[], R>(method: (...given: A) => R) => method.bind(gestures)
  // Without a wheel, which scrolls the page.
  return {
    view,
    input: {
      down: of(down),
      move: of(move),
      up: of(up),
      cancel: of(cancel),
      hover: of(hover),
      leave: of(leave),
      isHolding: of(isHolding),
    },
    dispose: () => gestures.dispose(),
  }
}
