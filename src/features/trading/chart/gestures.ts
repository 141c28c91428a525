import type { PointerTarget } from '../../../components/chart/pointerInput'

/** What fingers, a mouse and a wheel ask of the chart. Positions in CSS pixels from the canvas' top left corner. */
export interface GestureTarget {
  /** To the right, into the past, when positive. */
  panBy(dx: number): void
  /** The finger let go while it moved, at this many CSS pixels a millisecond. */
  fling(velocity: number): void
  /** A finger touched it: what glides stops. */
  hold(): void
  zoomBy(factor: number, anchorX: number): void
  setCrosshair(point: { x: number; y: number } | undefined): void
}

export interface Gestures extends PointerTarget {
  wheel(deltaX: number, deltaY: number, x: number): void
  /** Whether a finger moves the crosshair now, or two zoom. */
  isHolding(): boolean
  dispose(): void
}

/** Where a panning finger was, and when (ms). */
interface PathPoint {
  x: number
  at: number
}

type Phase =
  | { kind: 'idle' }
  | { kind: 'pressed'; x: number; y: number; timer: ReturnType<typeof setTimeout> }
  | { kind: 'panning'; x: number; path: readonly PathPoint[] }
  | { kind: 'holding' }
  | { kind: 'pinching'; distance: number; middle: number }

const HOLD_MS = 300
/** A finger never rests: less than this is no movement. */
const SLOP = 6
const WHEEL_ZOOM = 0.002
const WHEEL_STEP_MAX = 200
/** Fingers closer than this say nothing about a ratio. */
const PINCH_MIN = 16

/** The speed of a swipe is that of its last moments; a finger that rested before it let go throws nothing. */
const SWIPE_MS = 100
const FLING_MIN = 0.15

/** One finger pans, held still it shows the crosshair, which then stays until a tap; two fingers zoom and pan. */
export function createGestures(target: GestureTarget, now: () => number = Date.now): Gestures {
  const pointers = new Map<number, { x: number; y: number }>()
  let phase: Phase = { kind: 'idle' }

  function enter(next: Phase): void {
    if (phase.kind === 'pressed') clearTimeout(phase.timer)
    phase = next
  }

  function pinch(): Phase {
    const [a, b] = [...pointers.values()]
    if (!a || !b) return { kind: 'idle' }
    return {
      kind: 'pinching',
      distance: Math.max(PINCH_MIN, Math.hypot(a.x - b.x, a.y - b.y)),
      middle: (a.x + b.x) / 2,
    }
  }

  function press(x: number, y: number): void {
    const hold = () => {
      enter({ kind: 'holding' })
      target.setCrosshair({ x, y })
    }
    enter({ kind: 'pressed', x, y, timer: setTimeout(hold, HOLD_MS) })
  }

  function panning(x: number, before: readonly PathPoint[] = []): Phase {
    const at = now()
    return { kind: 'panning', x, path: [...before.filter((point) => at - point.at <= SWIPE_MS), { x, at }] }
  }

  /** Velocity of the finger that panned and let go; 0 for none. */
  function swipe(): number {
    if (phase.kind !== 'panning') return 0
    const at = now()
    const [first] = phase.path.filter((point) => at - point.at <= SWIPE_MS)
    if (!first || at <= first.at) return 0
    const velocity = (phase.x - first.x) / (at - first.at)
    return Math.abs(velocity) < FLING_MIN ? 0 : velocity
  }

  function moveOne(x: number, y: number): void {
    if (phase.kind === 'holding') target.setCrosshair({ x, y })
    if (phase.kind === 'pressed' && Math.hypot(x - phase.x, y - phase.y) > SLOP) {
      target.setCrosshair(undefined)
      target.panBy(x - phase.x)
      enter(panning(x))
    } else if (phase.kind === 'panning') {
      target.panBy(x - phase.x)
      enter(panning(x, phase.path))
    }
  }

  function moveTwo(): void {
    const next = pinch()
    if (phase.kind === 'pinching' && next.kind === 'pinching') {
      target.zoomBy(next.distance / phase.distance, phase.middle)
      target.panBy(next.middle - phase.middle)
    }
    enter(next)
  }

  return {
    down(id, x, y) {
      target.hold()
      pointers.set(id, { x, y })
      if (pointers.size === 1) press(x, y)
      else {
        target.setCrosshair(undefined)
        enter(pinch())
      }
    },
    move(id, x, y) {
      if (!pointers.has(id)) return
      pointers.set(id, { x, y })
      if (pointers.size === 1) moveOne(x, y)
      else moveTwo()
    },
    up(id) {
      if (!pointers.delete(id)) return
      const [rest] = pointers.values()
      if (phase.kind === 'pressed') target.setCrosshair(undefined)
      const velocity = pointers.size === 0 ? swipe() : 0
      if (pointers.size > 1) enter(pinch())
      else enter(rest ? panning(rest.x) : { kind: 'idle' })
      if (velocity !== 0) target.fling(velocity)
    },
    cancel() {
      pointers.clear()
      enter({ kind: 'idle' })
    },
    hover(x, y) {
      if (pointers.size === 0) target.setCrosshair({ x, y })
    },
    leave() {
      if (pointers.size === 0) target.setCrosshair(undefined)
    },
    wheel(deltaX, deltaY, x) {
      const step = Math.max(-WHEEL_STEP_MAX, Math.min(WHEEL_STEP_MAX, deltaY))
      if (Math.abs(deltaX) > Math.abs(deltaY)) target.panBy(-deltaX)
      else if (step !== 0) target.zoomBy(Math.exp(-step * WHEEL_ZOOM), x)
    },
    isHolding: () => phase.kind === 'holding' || phase.kind === 'pinching',
    dispose() {
      pointers.clear()
      enter({ kind: 'idle' })
    },
  }
}
