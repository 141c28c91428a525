import { useQuery } from '@tanstack/react-query'
import { App, Button, Empty, Input, Space, Table } from 'antd'
import { useState } from 'react'
import type { Proposal } from '../../contract/consoleSchemas'
import type { PublicTerms } from '../../contract/productChanges'
import { call } from '../api'
import { termsInWords } from '../parts/terms'
import { useShowAnswer } from '../parts/useAction'
import { useProblem } from '../parts/useProblem'
import { Wide } from '../parts/Wide'
import { moment, t } from '../texts'

const REFRESH_MS = 15_000

function inWords(name: string, value: unknown): string {
  if (name === 'change' && typeof value === 'object' && value !== null && 'terms' in value)
    return termsInWords(value.terms as PublicTerms)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What an action would do, in words and as it was asked for. */
function Details({ proposal }: { proposal: Proposal }) {
  const shown = Object.entries(proposal.params).map(([name, value]) => `${name}: ${inWords(name, value)}`)
  return (
    <>
      {proposal.account ?? proposal.subject}
      <br />
      <small>{shown.join(', ')}</small>
    </>
  )
}

function Decision({ proposal }: { proposal: Proposal }) {
  const { modal } = App.useApp()
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  const params = { id: proposal.id }
  const over = { state: 'done', proposal: null, result: {} } as const
  const end = (work: Promise<null>) => work.then(() => showAnswer(over)).catch(showProblem)
  if (proposal.mine)
    return <Button onClick={() => end(call('withdrawProposal', { params }))}>{t('do/withdraw')}</Button>
  function refuse() {
    let reason = ''
    modal.confirm({
      title: t('do/refuse'),
      icon: null,
      okText: t('do/refuse'),
      cancelText: t('do/cancel'),
      content: (
        <Input.TextArea
          aria-label={t('reasonFor')}
          placeholder={t('reasonFor')}
          maxLength={200}
          onChange={(event) => {
            reason = event.target.value
          }}
        />
      ),
      onOk: () => end(call('refuseProposal', { params, body: { reason } })),
    })
  }
  return (
    <Space>
      <Button type="primary" onClick={() => call('agreeToProposal', { params }).then(showAnswer, showProblem)}>
        {t('do/agree')}
      </Button>
      <Button danger onClick={refuse}>
        {t('do/refuse')}
      </Button>
    </Space>
  )
}

/** Agrees to one after the other; the first refusal ends it and is said. */
function AgreeToAll({ ids, onEnd }: { ids: string[]; onEnd(): void }) {
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  const [busy, setBusy] = useState(false)
  async function agree() {
    setBusy(true)
    try {
      for (const id of ids) showAnswer(await call('agreeToProposal', { params: { id } }))
    } catch (error) {
      showProblem(error)
    } finally {
      setBusy(false)
      onEnd()
    }
  }
  return (
    <Button type="primary" disabled={ids.length === 0} loading={busy} onClick={agree} style={{ marginBottom: 16 }}>
      {t('do/agreeAll', { count: ids.length })}
    </Button>
  )
}

/** What shows a code or a link once is agreed to one by one. */
const isShownOnce = ({ action }: Proposal) => /codes\.issue$|^staff\.(invite|reset)$/.test(action)

/** What waits for a second person. */
export function Proposals() {
  const [chosen, setChosen] = useState<string[]>([])
  const list = useQuery({
    queryKey: ['proposals'],
    queryFn: () => call('listProposals', {}),
    refetchInterval: REFRESH_MS,
  })
  const items = list.data?.items ?? []
  return (
    <>
      <AgreeToAll ids={chosen.filter((id) => items.some((item) => item.id === id))} onEnd={() => setChosen([])} />
      <Wide name={t('menu/proposals')}>
        <Table<Proposal>
          rowKey="id"
          rowSelection={{
            selectedRowKeys: chosen,
            onChange: (keys) => setChosen(keys.map(String)),
            getCheckboxProps: (proposal) => ({
              disabled: proposal.mine || isShownOnce(proposal),
              'aria-label': `${t('do/agree')} #${proposal.id}`,
            }),
            columnTitle: ' ',
          }}
          loading={list.isLoading}
          dataSource={items}
          pagination={false}
          locale={{ emptyText: <Empty description={t('nothingWaits')} /> }}
          columns={[
            { title: '#', dataIndex: 'id' },
            { title: t('field/action'), dataIndex: 'action', render: (action: string) => t(`action/${action}`) },
            { title: t('field/subject'), key: 'subject', render: (_, proposal) => <Details proposal={proposal} /> },
            { title: t('field/proposedBy'), dataIndex: 'proposedBy' },
            { title: t('field/reason'), dataIndex: 'reason' },
            { title: t('field/expiresAt'), dataIndex: 'expiresAt', render: moment },
            { key: 'do', render: (_, proposal) => <Decision proposal={proposal} /> },
          ]}
        />
      </Wide>
    </>
  )
}
