import { Text, View } from '@tarojs/components'
import AtModal from 'taro-ui/lib/components/modal/index'
import 'taro-ui/lib/style/components/modal.scss'
import { Button } from './Button'
import { useDialogKeys } from './useDialogKeys'
import './ConfirmDialog.scss'

export interface ConfirmDialogProps {
  title: string
  text?: string | undefined
  confirmLabel: string
  cancelLabel: string
  /** `danger` for what cannot be undone. */
  tone?: 'normal' | 'danger' | undefined
  onAnswer: (yes: boolean) => void
}

/**
 * One question in the middle of the page. Escape and a tap outside it mean no. The words go in as children: the widget
 * sets its own `content` as HTML.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onAnswer } = props
  const dialog = useDialogKeys(true, () => onAnswer(false))
  return (
    <View className="confirm" catchMove>
      <AtModal className="wakes" isOpened onClose={() => onAnswer(false)}>
        <View ref={dialog} className="confirm__panel" ariaRole="alertdialog" aria-modal aria-label={props.title}>
          <Text className="confirm__title block center strong">{props.title}</Text>
          {props.text ? <Text className="confirm__text block center soft">{props.text}</Text> : null}
          <View className="confirm__actions wraps gap-12">
            <Button tone="secondary" size="medium" onClick={() => onAnswer(false)}>
              {props.cancelLabel}
            </Button>
            <Button tone={props.tone === 'danger' ? 'danger' : 'primary'} size="medium" onClick={() => onAnswer(true)}>
              {props.confirmLabel}
            </Button>
          </View>
        </View>
      </AtModal>
    </View>
  )
}
