/** The second of an order's entry follows from the time in the id that the device has signed (docs/PROOF_FORMAT.md, "The second of the entry"). */

/** As short as it takes a request to arrive and a head to hold the order. */
const ENTRY_DELAY_MS = 3_000
const SECOND_MS = 1_000
const ID_TIME_DIGITS = 12

/** When the user asked for the order, as the device has put it into the id (UUID version 7), in milliseconds. */
export const askedAt = (id: string): number => Number.parseInt(id.replace(/-/g, '').slice(0, ID_TIME_DIGITS), 16)

/** When the second begins whose first price is the entry of an order that is asked for at `ms`, epoch ms. */
export const entrySecondAt = (ms: number): number => (Math.floor((ms + ENTRY_DELAY_MS) / SECOND_MS) + 1) * SECOND_MS

/** The last millisecond before that second: what the terms have as `acceptedAt`. By then a head holds the order, or it is void. */
export const acceptedAtOf = (id: string): number => entrySecondAt(askedAt(id)) - 1

/** By then no node takes the ask for an order any more, however its clock runs. */
const FINAL_AFTER_MS = 10_000

/** From when the house's word that it refused the order is final, epoch ms (docs/PROOF_FORMAT.md, "Refusals"). */
export const finalFrom = (id: string): number => acceptedAtOf(id) + 1 + FINAL_AFTER_MS
