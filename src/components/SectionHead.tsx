import { Text } from '@tarojs/components'
import './SectionHead.scss'

/** The line above a card of a page: what its rows are about. */
export function SectionHead({ children }: { children: string }) {
  return <Text className="section-head block muted t13">{children}</Text>
}
