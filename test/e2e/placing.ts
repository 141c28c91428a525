import type { TabActor } from './actor'
import type { Texts } from './texts'

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A machine that is too busy for as many orders in a row is too busy for the test. */
const TRIES = 5

/**
 * Presses the button of the open ticket, and presses it again if the house refuses the order because it came too late: an order has
 * seconds to arrive, which the processes of a busy machine may not get, and the ticket keeps everything for its user's next try.
 */
export async function placesByTicket(
  actor: Pick<TabActor, 'presses' | 'sees' | 'seesNoMore'>,
  t: Texts,
  button = new RegExp(t('trade.place', { order: '.*' })),
): Promise<void> {
  const [placed, late] = [t('trade.placed'), t('errors.ask_time_off')]
  const either = new RegExp(`^(?:${escaped(placed)}|${escaped(late)})$`)
  for (let tried = 1; ; tried += 1) {
    await actor.presses(button)
    const said = await actor.sees(either)
    if (!said.includes(late)) return
    if (tried === TRIES) throw new Error(`${TRIES} orders came too late: ${said}`)
    await actor.seesNoMore(late)
  }
}
