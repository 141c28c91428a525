/** Orders that are over soon, in the house that test files share (globalSetup.ts); of a product whose page no test is about. */
export const QUICK = { symbol: 'ETHUSDT', seconds: 3, earningsRateBp: 7_500 } as const
