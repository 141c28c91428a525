/** Stands for an amount where the user hides balances. */
export const HIDDEN_AMOUNT = '••••'
