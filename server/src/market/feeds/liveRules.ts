import { ConfigError, choice, type Env } from '../../shared/env'
import { type FeedSettings, LIVE_HOSTS, plainName, TEST_SET_ID } from './settings'

/** Less would hold back an ordinary second of trading, more lets a broken price through (basis points). */
const JUMP_BP = { least: 10, most: 1_000 }

const refuse = (why: string): never => {
  throw new ConfigError(`FUNDS=live is refused: ${why}.`)
}

/** Prices come from the exchange that is named, not from a machine that says it is one. */
function refuseUnknownAddresses({ sources }: FeedSettings) {
  for (const source of sources) {
    if (!('streamUrl' in source)) continue
    const hosts = LIVE_HOSTS[source.kind]
    const unknown = [source.streamUrl, source.historyUrl]
      .map((address) => new URL(address).hostname)
      .find((host) => !hosts.some((known) => host.endsWith(`.${known}`)))
    if (unknown === undefined) continue
    refuse(`FEED_${source.kind.toUpperCase()}_URL and its history must be below ${hosts.join(' or ')}, not ${unknown}`)
  }
}

/** Under rule 3 the house writes the log of prices itself: who lets money depend on that has to say so. */
function refuseUnsignedPrices(feeds: FeedSettings, env: Env) {
  const unsigned = plainName(feeds)
  if (unsigned === '' || choice(env, 'FEED_UNSIGNED', ['refuse', 'accept'] as const, 'refuse') === 'accept') return
  refuse(
    `prices of ${unsigned} are signed by nobody but the house: set FEED to pyth, or FEED_UNSIGNED to accept if users are to ` +
      "rely on the house's own log of prices",
  )
}

/** Prices that may be tried out freely, and not when money is at stake. Throws `ConfigError`. */
export function refuseUnboundedFeed(feeds: FeedSettings, env: Env) {
  refuseUnsignedPrices(feeds, env)
  refuseUnknownAddresses(feeds)
  // Where signed prices come from does not matter, but who signs them does.
  if (feeds.signers.some(({ id }) => id === TEST_SET_ID))
    refuse('PYTH_SIGNERS has the test signers, whose keys anybody can make')
  const jumps = [feeds.jumpBp, ...Object.values(feeds.jumpBpOf)]
  if (jumps.some((jump) => jump < JUMP_BP.least || jump > JUMP_BP.most))
    refuse(`FEED_JUMP_BP must be from ${JUMP_BP.least} to ${JUMP_BP.most} for every product`)
}
