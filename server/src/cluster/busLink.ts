import { NO_LINK, type NodeLink } from './nodeLink'
import { createRedisLink } from './redisLink'

type LinkDeps = Parameters<typeof createRedisLink>[0]

/** The scheme of `BUS_URL` selects the link; another kind of bus is another entry here. */
const LINKS = new Map<string, (deps: LinkDeps) => NodeLink>([
  ['redis:', createRedisLink],
  ['rediss:', createRedisLink],
])

export const BUS_PROTOCOLS = [...LINKS.keys()]

/** @param deps its `url` has one of `BUS_PROTOCOLS`; undefined on a single node */
export function createLink(deps: Omit<LinkDeps, 'url'> & { url: string | undefined }): NodeLink {
  const { url } = deps
  const create = url === undefined ? undefined : LINKS.get(new URL(url).protocol)
  return url === undefined || create === undefined ? NO_LINK : create({ ...deps, url })
}
