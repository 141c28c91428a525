import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, isIP } from 'node:net'
import type { PushHosts } from './settings'

/** Addresses that lead into a private network, or nowhere. */
const NOT_PUBLIC = new BlockList()
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, 'ipv4')
/** In IPv6 only the range for the public (2000::/3), without the parts that embed an IPv4 address. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  NOT_PUBLIC.addSubnet(net, bits, 'ipv6')

/** Whether anybody can reach this address: nothing of a private network, this machine, or a special purpose. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && GLOBAL.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}

const isNamed = (host: string, name: string) =>
  name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name

/**
 * Whether a push may go there: `free` for an origin that the operator has named, `public` for a listed host, which must
 * have public addresses. Undefined: it may not.
 */
export function placeOf(endpoint: string, hosts: PushHosts): 'free' | 'public' | undefined {
  if (!URL.canParse(endpoint)) return undefined
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint)
  if (username !== '' || password !== '') return undefined
  if (hosts.origins.includes(origin)) return 'free'
  if (protocol !== 'https:' || port !== '') return undefined
  return hosts.names.some((name) => isNamed(hostname, name)) ? 'public' : undefined
}

type Found = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void

/** Looks a name up as Node does, and fails if any of its addresses is not public: then nothing is connected. */
export function lookupPublic(name: string, options: { all?: boolean | undefined }, found: Found): void {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, [])
    const [first] = addresses
    if (!first || !addresses.every(({ address }) => isPublicAddress(address))) {
      return found(Object.assign(new Error(`${name} has an address that is not public`), { code: 'ENOTPUBLIC' }), [])
    }
    if (options.all) found(null, addresses)
    else found(null, first.address, first.family)
  })
}
