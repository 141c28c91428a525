import { useRouter } from '@tarojs/taro'
import { decoded } from './navigation'

/** The parameters of the current page, decoded on every target. */
export function useParams(): Record<string, string> {
  return decoded(useRouter().params as Record<string, string>)
}
