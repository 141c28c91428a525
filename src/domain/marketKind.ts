/**
 * Whether the prices of a feed are none of a market of now: invented, or a recording that plays again
 * (PRODUCT.md 7.1).
 * @param feed its name, as the server gives it
 */
export const isSimulatedMarket = (feed: string): boolean => feed === 'simulated' || feed.startsWith('replay:')
