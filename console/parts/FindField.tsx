import { Input } from 'antd'
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
