/** Metals are quoted as currencies without a country: X and the element (ISO 4217), XAU for gold, XAG for silver. */
const METAL = /^X(A[UG]|P[TD])/

/** Two letters that tell a product from its neighbors: "BT" for BTCUSDT, "AU" for XAUUSD, "AG" for XAGUSD. */
export function productBadge(symbol: string): string {
  return METAL.exec(symbol)?.[1] ?? symbol.slice(0, 2)
}
