/** A mini program gets no keyboard events. The twin is `shortcuts.ts`. */
export const onShortcut =
  (_handle: (key: string) => boolean): (() => void) =>
  () =>
    undefined
export const focusField = (_selector: string): void => undefined
export const keepInside = (_event: KeyboardEvent, _dialog: HTMLElement): void => undefined
