import { Button } from 'antd'
import { t } from '../texts'

export interface Pages {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  fetchNextPage(): unknown
}

/** The next page of a list, while there is one. */
export const More = ({ list }: { list: Pages }) =>
  list.hasNextPage && (
    <Button style={{ marginTop: 16 }} loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
      {t('do/more')}
    </Button>
  )
