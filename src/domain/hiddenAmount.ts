/** Stands for what the user owns or won while balances are hidden. */
export const HIDDEN_AMOUNT = '••••'
