import { Input } from 'antd'
import { useState } from 'react'
import { t } from '../texts'

interface Props {
  name: string
  onFind(text: string): void
}

/** The search of a list, reached by its key. */
export const FindField = ({ name, onFind }: Props) => (
  <Input.Search
    aria-label={name}
    aria-keyshortcuts="/"
    placeholder={name}
    enterButton={t('do/search')}
    allowClear
    maxLength={64}
    onSearch={(text) => onFind(text.trim())}
  />
)

/** The search of a list that is here as a whole: the items with the text among their words, and the field. */
export function useFinding<T>(items: readonly T[], wordsOf: (item: T) => readonly (string | null)[]) {
  const [text, setText] = useState('')
  const wanted = text.toLowerCase()
  return {
    found: items.filter((item) => wordsOf(item).some((words) => words?.toLowerCase().includes(wanted))),
    field: <FindField name={t('do/search')} onFind={setText} />,
  }
}
