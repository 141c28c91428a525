import { isOnline, onNetworkChange } from '../platform/pageEvents'
import type { ConnectionStore } from '../stores/ConnectionStore'
import type { Lifecycle } from './lifecycle'

/** Knows whether the device has a network. */
export function startConnectivity(connection: ConnectionStore): Lifecycle {
  connection.setOnline(isOnline())
  return { dispose: onNetworkChange((online) => connection.setOnline(online)) }
}
