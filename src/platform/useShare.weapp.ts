import { useShareAppMessage } from '@tarojs/taro'
import type { Shared, Sharing } from './useShare'

/** A chat message with the page: WeChat shows its own sheet for a button of the kind "share". */
export function useShare(content: Shared): Sharing {
  useShareAppMessage(() => ({ title: content.title, path: content.url }))
  return { byPlatform: true, share: async () => 'shared' }
}
