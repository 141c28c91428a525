import { pause } from '../support/until'
import type { TabActor } from './actor'
import type { Texts } from './texts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A machine that is too busy for as many orders in a row is too busy for the test. */
const TRIES = 5
/** The app says by then that an order was placed. What the ticket says of the one before remains until then, too. */
const SAID_MS = 5_000

/**
 * Presses the button of the open ticket, and presses it again if the house refuses the order because it came too late: an order has
 * seconds to arrive, which the processes of a busy machine may not get, and the ticket keeps everything for its user's next try.
 */
export async function placesByTicket(
  actor: Pick<TabActor, 'presses' | 'sees'>,
  t: Texts,
  button = new RegExp(t('trade.place', { order: '.*' })),
): Promise<void> {
  const [placed, late] = [t('trade.placed'), t('errors.ask_time_off')]
  const either = new RegExp(`^(?:${escaped(placed)}|${escaped(late)})$`)
  let stands = false
  const told = actor.sees(placed).then(() => {
    stands = true
  })
  // Is awaited below; until then another failure may end the test.
  told.catch(() => undefined)
  for (let tried = 0; tried < TRIES && !stands; tried += 1) {
    await actor.presses(button)
    await Promise.race([told, pause(SAID_MS)])
    if (!stands) stands = !(await actor.sees(either)).includes(late)
  }
  if (!stands) throw new Error(`${TRIES} orders in a row came too late`)
}
