import type { DepositItem } from '../../contract/consoleMoney'
import { t } from '../texts'

type Channel = Pick<DepositItem, 'channel' | 'channelKind' | 'channelLabel'>

/** The operator's name of a channel, or the name of its kind, with the id if that says more. */
export function channelName({ channel, channelKind, channelLabel }: Channel): string {
  if (channelLabel !== null) return channelLabel
  const kind = t(`channelKind/${channelKind}`)
  return channel === channelKind ? kind : `${kind} (${channel})`
}
