import type { UseQueryResult } from '@tanstack/react-query'
import { Empty, Table, type TableColumnType } from 'antd'
import { dated } from './dated'
import { SendButton } from './SendButton'
import { useProblem } from './useProblem'

interface Own {
  id: string
  name: string
  createdAt: string
  lastUsedAt: string | null
}

interface OwnListProps<T extends Own> {
  list: UseQueryResult<{ items: T[] }>
  /** Said if there is nothing. */
  none: string
  /** Explanations of the names. */
  named: string
  /** Columns between the time it was made and the time it was last used. */
  columns?: TableColumnType<T>[]
  remove: { text: string; run: (id: string) => Promise<unknown> }
}

/** Passkeys and keys that a person has created, each with a button to remove it. */
export function OwnList<T extends Own>({ list, none, named, columns = [], remove }: OwnListProps<T>) {
  const showProblem = useProblem()
  const handleRemove = (id: string) => remove.run(id).then(() => list.refetch(), showProblem)
  return (
    <Table<T>
      rowKey="id"
      loading={list.isLoading}
      dataSource={list.data?.items ?? []}
      pagination={false}
      locale={{ emptyText: <Empty description={none} /> }}
      style={{ marginBottom: 24 }}
      columns={[
        { title: named, dataIndex: 'name' },
        dated('createdAt'),
        ...columns,
        dated('lastUsedAt'),
        {
          key: 'do',
          render: (_, { id }) => (
            <SendButton size="small" danger send={() => handleRemove(id)}>
              {remove.text}
            </SendButton>
          ),
        },
      ]}
    />
  )
}
