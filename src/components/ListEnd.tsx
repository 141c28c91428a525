import { Text, View } from '@tarojs/components'
import AtLoadMore from 'taro-ui/lib/components/load-more/index'
import 'taro-ui/lib/style/components/activity-indicator.scss'
import 'taro-ui/lib/style/components/load-more.scss'
import 'taro-ui/lib/style/components/loading.scss'
import { Button } from './Button'
import './ListEnd.scss'

export interface ListEndProps {
  /** `more` shows the button, `loading` a spinner, `failed` the retry, `end` the words "No more". */
  state: 'more' | 'loading' | 'failed' | 'end'
  /** "No more" (PRODUCT.md 5.1). */
  endText: string
  moreLabel: string
  failedText: string
  retryLabel: string
  onMore: () => void
}

/** The foot of a list that loads in pages. */
export function ListEnd(props: ListEndProps) {
  if (props.state === 'end') return <AtLoadMore className="list-end" status="noMore" noMoreText={props.endText} />
  if (props.state === 'loading') {
    return (
      <View ariaRole="status" aria-label={props.moreLabel}>
        <AtLoadMore className="list-end" status="loading" loadingText={props.moreLabel} />
      </View>
    )
  }
  return (
    <View className="list-end">
      {props.state === 'failed' ? <Text className="muted t13">{props.failedText}</Text> : null}
      <Button tone="plain" size="medium" block={false} onClick={props.onMore}>
        {props.state === 'failed' ? props.retryLabel : props.moreLabel}
      </Button>
    </View>
  )
}
