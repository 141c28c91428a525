/** Joins class names; falsy ones are left out. */
export const classNames = (...names: (string | false | undefined | null)[]): string => names.filter(Boolean).join(' ')
