/** Stands in for a polyfill that no supported browser needs. */
export default function nothing(): void {}
