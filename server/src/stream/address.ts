import type { IncomingMessage } from 'node:http'
import { networkOf } from '../shared/networks'

/** The client's address, as the outermost proxy that we may believe has seen it. */
function addressOf(request: IncomingMessage, trustedProxies: number): string {
  const direct = request.socket.remoteAddress ?? ''
  const header = request.headers['x-forwarded-for']
  if (trustedProxies === 0 || header === undefined) return direct
  const hops = [header]
    .flat()
    .join(',')
    .split(',')
    .map((hop) => hop.trim())
  return hops.at(-Math.min(trustedProxies, hops.length)) || direct
}

/** Addresses of one IPv6 network cost nobody anything, so they count together, as they do for requests. */
export function countedAddress(request: IncomingMessage, trustedProxies: number): string {
  const address = addressOf(request, trustedProxies)
  return address.includes('.') ? address : networkOf(address, 4)
}
