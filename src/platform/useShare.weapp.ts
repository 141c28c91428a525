import { useShareAppMessage } from '@tarojs/taro'
import type { Shared, Sharing } from './useShare'

/** Without one WeChat takes a picture of the page: own orders and stakes would be on it. */
const CARD = '/assets/share/card.png'

/** A chat message with the page: WeChat shows its own sheet for a button of the kind "share". */
export function useShare(content: Shared): Sharing {
  useShareAppMessage(() => ({ title: content.title, path: content.url, imageUrl: CARD }))
  return { byPlatform: true, share: async () => 'shared' }
}
