import { v7 } from 'uuid'

/** A time-ordered id (UUID version 7), lower case. */
export const newId = (): string => v7()
