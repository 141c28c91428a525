import type { PointerTarget } from '../../../components/chart/pointerInput'

/** Gestures of touch, mouse and wheel on the chart. Positions in CSS pixels from the canvas' top left corner. */
export interface GestureTarget {
  /** Moves to the right, into the past, when positive. */
  panBy(dx: number): void
  /** The finger let go while moving, at this many CSS pixels a millisecond. */
  fling(velocity: number): void
  /** A finger touches the chart: gliding stops. */
  hold(): void
  zoomBy(factor: number, anchorX: number): void
  setCrosshair(point: { x: number; y: number } | undefined): void
  /** A finger touched the chart and neither rested nor moved. */
  tap?(point: { x: number; y: number }): void
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
/** A finger never rests entirely: a shorter way is no movement. */
const SLOP = 6
const WHEEL_ZOOM = 0.002
const WHEEL_STEP_MAX = 200
/** Closer fingers give no reliable ratio. */
const PINCH_MIN = 16

/** A swipe has the speed of its last moments; a finger that rests before it lets go flings nothing. */
const SWIPE_MS = 100
const FLING_MIN = 0.15

/** Two fingers zoom; with fewer nothing happens. */
function pinchOf(pointers: ReadonlyMap<number, { x: number; y: number }>): Phase {
  const [a, b] = [...pointers.values()]
  if (!a || !b) return { kind: 'idle' }
  return { kind: 'pinching', distance: Math.max(PINCH_MIN, Math.hypot(a.x - b.x, a.y - b.y)), middle: (a.x + b.x) / 2 }
}

/** Velocity of the finger that panned and let go; 0 for none. */
function swipeOf(phase: Phase, at: number): number {
  if (phase.kind !== 'panning') return 0
  const [first] = phase.path.filter((point) => at - point.at <= SWIPE_MS)
  if (!first || at <= first.at) return 0
  const velocity = (phase.x - first.x) / (at - first.at)
  return Math.abs(velocity) < FLING_MIN ? 0 : velocity
}

/** One finger pans, held still it shows the crosshair, which then stays until a tap; two fingers zoom and pan. */
class PointerGestures implements Gestures {
  private readonly pointers = new Map<number, { x: number; y: number }>()
  private phase: Phase = { kind: 'idle' }

  constructor(private readonly target: GestureTarget) {}

  down(id: number, x: number, y: number): void {
    this.target.hold()
    this.pointers.set(id, { x, y })
    if (this.pointers.size === 1) this.press(x, y)
    else {
      this.target.setCrosshair(undefined)
      this.enter(pinchOf(this.pointers))
    }
  }

  move(id: number, x: number, y: number): void {
    if (!this.pointers.has(id)) return
    this.pointers.set(id, { x, y })
    if (this.pointers.size === 1) this.moveOne(x, y)
    else this.moveTwo()
  }

  up(id: number): void {
    if (!this.pointers.delete(id)) return
    const [rest] = this.pointers.values()
    if (this.phase.kind === 'pressed') {
      const { x, y } = this.phase
      this.target.setCrosshair(undefined)
      this.target.tap?.({ x, y })
    }
    const velocity = this.pointers.size === 0 ? swipeOf(this.phase, Date.now()) : 0
    if (this.pointers.size > 1) this.enter(pinchOf(this.pointers))
    else this.enter(rest ? this.panning(rest.x) : { kind: 'idle' })
    if (velocity !== 0) this.target.fling(velocity)
  }

  cancel(): void {
    this.pointers.clear()
    this.enter({ kind: 'idle' })
  }

  hover(x: number, y: number): void {
    if (this.pointers.size === 0) this.target.setCrosshair({ x, y })
  }

  leave(): void {
    if (this.pointers.size === 0) this.target.setCrosshair(undefined)
  }

  wheel(deltaX: number, deltaY: number, x: number): void {
    const step = Math.max(-WHEEL_STEP_MAX, Math.min(WHEEL_STEP_MAX, deltaY))
    if (Math.abs(deltaX) > Math.abs(deltaY)) this.target.panBy(-deltaX)
    else if (step !== 0) this.target.zoomBy(Math.exp(-step * WHEEL_ZOOM), x)
  }

  isHolding(): boolean {
    return this.phase.kind === 'holding' || this.phase.kind === 'pinching'
  }

  dispose(): void {
    this.cancel()
  }

  private enter(next: Phase): void {
    if (this.phase.kind === 'pressed') clearTimeout(this.phase.timer)
    this.phase = next
  }

  private press(x: number, y: number): void {
    const hold = () => {
      this.enter({ kind: 'holding' })
      this.target.setCrosshair({ x, y })
    }
    this.enter({ kind: 'pressed', x, y, timer: setTimeout(hold, HOLD_MS) })
  }

  private panning(x: number, before: readonly PathPoint[] = []): Phase {
    const at = Date.now()
    return { kind: 'panning', x, path: [...before.filter((point) => at - point.at <= SWIPE_MS), { x, at }] }
  }

  private moveOne(x: number, y: number): void {
    const { phase, target } = this
    if (phase.kind === 'holding') target.setCrosshair({ x, y })
    if (phase.kind === 'pressed' && Math.hypot(x - phase.x, y - phase.y) > SLOP) {
      target.setCrosshair(undefined)
      target.panBy(x - phase.x)
      this.enter(this.panning(x))
    } else if (phase.kind === 'panning') {
      target.panBy(x - phase.x)
      this.enter(this.panning(x, phase.path))
    }
  }

  private moveTwo(): void {
    const { phase, target } = this
    const next = pinchOf(this.pointers)
    if (phase.kind === 'pinching' && next.kind === 'pinching') {
      target.zoomBy(next.distance / phase.distance, phase.middle)
      target.panBy(next.middle - phase.middle)
    }
    this.enter(next)
  }
}

export const createGestures = (target: GestureTarget): Gestures => new PointerGestures(target)
