import { Skeleton } from 'antd'
import { t } from '../texts'

/** What a list says about its request, as react-query does. */
export interface Asked {
  isLoading: boolean
  isError: boolean
}

interface Props {
  of: Asked
  /** Said only once it is known that there is nothing. */
  none: string
}

/** In the place of rows: bars while they are on their way, or why there are none. */
export function NoRows({ of: { isLoading, isError }, none }: Props) {
  if (isLoading) {
    return (
      <div className="rows__bars" role="status" aria-label={t('rows/loading')}>
        <Skeleton active title={false} paragraph={{ rows: 6, width: '100%' }} />
      </div>
    )
  }
  return <p className="none">{isError ? t('rows/missing') : none}</p>
}

/** The same in a table. */
export const noRows = (of: Asked, none: string) => ({ emptyText: <NoRows of={of} none={none} /> })
