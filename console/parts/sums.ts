/** The sum of amounts such as "12.50", all with the same number of decimals; exact, as no number is made of them. */
export function sumOf(amounts: readonly string[]): string {
  const scale = amounts[0]?.split('.')[1]?.length ?? 0
  const total = amounts.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)
  const digits = String(total).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
