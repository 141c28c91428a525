import { isIPv4, isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address, or undefined for one that has another number of them. */
function groupsOf(address: string): string[] | undefined {
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  const last = !tail ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? first
      : [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return groups.length === 8 ? groups.map((group) => Number.parseInt(group, 16).toString(16)) : undefined
}

/**
 * The network that an address belongs to, in which addresses cost nobody anything: "203.0.113.0/24", and for IPv6 as many
 * bits as asked for, "2001:db8:1::/48". What is no address stays as it is.
 * @param groups of 16 bits that name an IPv6 network
 */
export function networkOf(address: string, groups = 3): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const all = isIPv6(plain) && !plain.includes('.') ? groupsOf(plain) : undefined
  return all ? `${all.slice(0, groups).join(':')}::/${groups * 16}` : plain
}
