/** Nothing floats above a bar there. The twin is `bottomRoom.ts`. */
export const keepRoomAbove = (_bar: unknown, _told?: unknown): (() => void) | undefined => undefined
