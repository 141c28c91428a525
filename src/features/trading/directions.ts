import type { Direction } from '../../../contract/orders'
import type { T } from '../../i18n/keys'

const WORDS = {
  up: { mark: '▲', key: 'trade.buyUp', tone: 'up', shortcut: 'b' },
  down: { mark: '▼', key: 'trade.sellDown', tone: 'down', shortcut: 's' },
} as const satisfies Record<Direction, unknown>

/** In the order of their buttons. */
export const DIRECTIONS = Object.keys(WORDS) as Direction[]

/** Its color: that of a rise or of a fall. */
export const directionTone = (direction: Direction): 'up' | 'down' => WORDS[direction].tone
/** Its key on the trade page. */
export const directionShortcut = (direction: Direction): string => WORDS[direction].shortcut
export const directionMark = (direction: Direction): string => WORDS[direction].mark
export const directionWord = (direction: Direction, t: T): string => t(WORDS[direction].key)
/** "▲ Buy up", with a space that keeps the mark on the line of its word. */
export const directionText = (direction: Direction, t: T): string =>
  `${directionMark(direction)}\u00a0${directionWord(direction, t)}`
