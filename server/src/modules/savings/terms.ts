/** Settings of the savings fund (docs/OPERATIONS.md). Amounts are minor units. */
export interface SavingsTerms {
  depositMinimum: bigint
  depositMaximum: bigint
  depositsPerDay: number
  transfersOutPerDay: number
  /** What may be transferred out in a day, all in all. */
  transferOutDaily: bigint
  /** Fills in incomes that nobody set by a public formula; never with live funds. */
  demoIncomes: boolean
}
