/** What opens under the hand takes no press for a moment. In the mini program the styles alone keep it (`waking.weapp.ts`). */

/** As long as the animation `wakes` (styles/base.scss). */
const WAKES_AFTER_MS = 400

/** When each of them came, by the clock of events. */
const cameAt = new WeakMap<EventTarget, number>()

/**
 * Whether a press was made before what it falls on was awake. A busy phone hands presses on late: what counts is when the
 * finger was there (`event.timeStamp`), not how long the animation has been over.
 */
function isTooEarly({ target, timeStamp, isTrusted }: Event): boolean {
  // A script's own click is nobody's second tap.
  if (!isTrusted || !(target instanceof Element)) return false
  const came = cameAt.get(target.closest('.wakes') ?? target)
  return came !== undefined && timeStamp < came + WAKES_AFTER_MS
}

/**
 * When the styles began to count, which a busy phone tells late: a press that they let through must not be refused here.
 */
function startOf(target: EventTarget): number | undefined {
  const animations = target instanceof Element ? target.getAnimations?.() : undefined
  const wakes = animations?.find((each) => (each as CSSAnimation).animationName === 'wakes')
  return typeof wakes?.startTime === 'number' ? wakes.startTime : undefined
}

/** From now on, presses on elements of the class `wakes` count only if they were made when it was awake. */
export function guardWaking(): void {
  document.addEventListener('animationstart', ({ animationName, target, timeStamp }) => {
    if (animationName === 'wakes' && target) cameAt.set(target, startOf(target) ?? timeStamp)
  })
  window.addEventListener(
    'click',
    (event) => {
      if (!isTooEarly(event)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    true,
  )
}
