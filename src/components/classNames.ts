/** Joins class names; whatever is falsy is left out. */
export const classNames = (...names: (string | false | undefined | null)[]): string => names.filter(Boolean).join(' ')
