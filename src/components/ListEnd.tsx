import { Text, View } from '@tarojs/components'
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
  if (props.state === 'end') return <Text className="list-end list-end__text">{props.endText}</Text>
  return (
    <View className="list-end">
      {props.state === 'failed' ? <Text className="list-end__text">{props.failedText}</Text> : null}
      <Button tone="plain" size="medium" block={false} loading={props.state === 'loading'} onClick={props.onMore}>
        {props.state === 'failed' ? props.retryLabel : props.moreLabel}
      </Button>
    </View>
  )
}
