/** Opens the device's dialler with the number; the user makes the call. */
export function callPhone(number: string): void {
  window.location.href = `tel:${number.replace(/[^0-9+*#]/g, '')}`
}
