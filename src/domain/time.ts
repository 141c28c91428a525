/** Whose clock face instants are shown on. */
export type TimeZoneChoice = 'local' | 'utc'
