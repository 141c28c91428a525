import { App } from 'antd'
import { t } from '../texts'
import { Icon } from './Icon'

interface Props {
  /** What it is, in words. */
  label: string
  /** As it is copied: without spaces or signs that only help to read. */
  value: string
  /** As it is shown, if that differs. */
  shown?: string
  isLarge?: boolean
}

/** A value that a press copies; the key C copies one after the other. */
export function Copy({ label, value, shown = value, isLarge = false }: Props) {
  const { message } = App.useApp()
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => message.success(t('copied', { label, value: shown })),
      () => message.error(t('notCopied')),
    )
  return (
    <button
      type="button"
      className={isLarge ? 'copy copy--large' : 'copy'}
      aria-label={t('copyOf', { label, value: shown })}
      aria-keyshortcuts="C"
      onClick={copy}
    >
      <bdi>{shown}</bdi>
      <Icon name="copy" size={isLarge ? 18 : 15} />
    </button>
  )
}
