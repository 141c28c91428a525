import type { PointerTarget } from '../../../components/chart/pointerInput'

/** What fingers, a mouse and a wheel ask of the chart. Positions in CSS pixels from the canvas' top left corner. */
export interface GestureTarget {
  /** To the right, into the past, when positive. */
  panBy(dx: number): void
  zoomBy(factor: number, anchorX: number): void
  setCrosshair(point: { x: number; y: number } | undefined): void
}

export interface Gestures extends PointerTarget {
  wheel(deltaX: number, deltaY: number, x: number): void
  /** Whether a finger moves the crosshair now. */
  isHolding(): boolean
  dispose(): void
}

type Phase =
  | { kind: 'idle' }
  | { kind: 'pressed'; x: number; y: number; timer: ReturnType<typeof setTimeout> }
  | { kind: 'panning'; x: number }
  | { kind: 'holding' }
  | { kind: 'pinching'; distance: number; middle: number }

const HOLD_MS = 300
/** A finger never rests: less than this is no movement. */
const SLOP = 6
const WHEEL_ZOOM = 0.002
const WHEEL_STEP_MAX = 200
/** Fingers closer than this say nothing about a ratio. */
const PINCH_MIN = 16

/** One finger pans, held still it shows the crosshair, which then stays until a tap; two fingers zoom and pan. */
export function createGestures(target: GestureTarget): Gestures {
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

  function moveOne(x: number, y: number): void {
    if (phase.kind === 'holding') target.setCrosshair({ x, y })
    if (phase.kind === 'pressed' && Math.hypot(x - phase.x, y - phase.y) > SLOP) {
      target.setCrosshair(undefined)
      target.panBy(x - phase.x)
      enter({ kind: 'panning', x })
    } else if (phase.kind === 'panning') {
      target.panBy(x - phase.x)
      enter({ kind: 'panning', x })
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
      if (pointers.size > 1) enter(pinch())
      else enter(rest ? { kind: 'panning', x: rest.x } : { kind: 'idle' })
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
    isHolding: () => phase.kind === 'holding',
    dispose() {
      pointers.clear()
      enter({ kind: 'idle' })
    },
  }
}
