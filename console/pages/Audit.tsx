import { useInfiniteQuery } from '@tanstack/react-query'
import { Alert, Button, Input, Space, Table } from 'antd'
import { useState } from 'react'
import type { AuditItem, AuditVerdict } from '../../contract/consoleSchemas'
import { addressOfFile, call } from '../api'
import { anywhere } from '../parts/dated'
import { More } from '../parts/More'
import { SendButton } from '../parts/SendButton'
import { useProblem } from '../parts/useProblem'
import { Wide } from '../parts/Wide'
import { moment, t } from '../texts'

function Verdict({ verdict }: { verdict: AuditVerdict }) {
  const { brokenAt, entries, head } = verdict
  return brokenAt === null ? (
    <Alert type="success" title={t('chainWhole', { entries, head })} />
  ) : (
    <Alert type="error" title={t('chainBroken', { id: brokenAt })} />
  )
}

/** The audit log, newest first, and whether it was tampered with. */
export function Audit() {
  const showProblem = useProblem()
  const [text, setText] = useState('')
  const [verdict, setVerdict] = useState<AuditVerdict>()
  const list = useInfiniteQuery({
    queryKey: ['audit', text],
    queryFn: ({ pageParam }) =>
      call('listAudit', {
        query: { ...(pageParam !== undefined && { cursor: pageParam }), ...(text.length >= 2 && { text }) },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <Space wrap>
        <Input.Search
          aria-label={t('findEntry')}
          placeholder={t('findEntry')}
          enterButton={t('do/search')}
          maxLength={64}
          onSearch={(value) => setText(value.trim())}
          style={{ width: 470, maxWidth: '100%' }}
        />
        <SendButton send={() => call('verifyAudit', {}).then(setVerdict, showProblem)}>
          {t('do/verifyChain')}
        </SendButton>
        <Button href={addressOfFile('exportAudit', text.length >= 2 ? { text } : {})} download>
          {t('do/export')}
        </Button>
      </Space>
      {verdict && <Verdict verdict={verdict} />}
      <Wide name={t('menu/audit')}>
        <Table<AuditItem>
          rowKey="id"
          size="small"
          loading={list.isLoading}
          dataSource={list.data?.pages.flatMap((page) => page.items) ?? []}
          pagination={false}
          columns={[
            { title: '#', dataIndex: 'id' },
            {
              title: `${t('field/at')}, ${t('field/actor')}`,
              key: 'who',
              render: (_, { at, actor }) => (
                <>
                  <span style={{ whiteSpace: 'nowrap' }}>{moment(at)}</span>
                  <br />
                  {actor}
                </>
              ),
            },
            { title: t('field/action'), dataIndex: 'action', onCell: anywhere },
            { title: t('field/subject'), dataIndex: 'subject', onCell: anywhere },
            { title: t('field/reason'), dataIndex: 'reason' },
            {
              title: t('field/details'),
              dataIndex: 'details',
              onCell: () => ({ style: { wordBreak: 'break-word', minWidth: 180, maxWidth: 420 } }),
            },
          ]}
        />
      </Wide>
      <More list={list} />
    </Space>
  )
}
