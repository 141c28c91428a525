/** What opens under the hand takes no press for a moment. In the mini program the styles alone keep it (`waking.weapp.ts`). */

/** As long as the animation `wakes` (styles/base.scss). */
const WAKES_AFTER_MS = 400

/** Marks it for the styles, and for whoever wants to know whether it takes presses. */
const ASLEEP = 'data-asleep'

/** When each of them was first seen, by the clock of events. */
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
 * From now on, presses on elements of the class `wakes` count only if they were made when it was awake. On a busy phone its
 * animation begins before anybody sees it, and may be over by then, so the styles alone would let a second tap through.
 */
export function guardWaking(): void {
  document.addEventListener('animationstart', ({ animationName, target, timeStamp }) => {
    if (animationName !== 'wakes' || !(target instanceof Element)) return
    cameAt.set(target, timeStamp)
    target.setAttribute(ASLEEP, '')
    setTimeout(() => {
      if (cameAt.get(target) === timeStamp) target.removeAttribute(ASLEEP)
    }, WAKES_AFTER_MS)
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
