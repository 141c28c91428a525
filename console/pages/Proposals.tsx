import { useQuery } from '@tanstack/react-query'
import { Button, Empty, Input, Segmented, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import { PROPOSAL_OUTCOMES, type ProposalOutcome } from '../../contract/console'
import type { EndedProposal, Proposal } from '../../contract/consoleProposals'
import { call } from '../api'
import { dated } from '../parts/dated'
import { Facts } from '../parts/Facts'
import { More } from '../parts/More'
import { SendButton } from '../parts/SendButton'
import { useShowAnswer } from '../parts/useAction'
import { useConfirm } from '../parts/useConfirm'
import { usePages } from '../parts/usePages'
import { useProblem } from '../parts/useProblem'
import { Wide } from '../parts/Wide'
import { t } from '../texts'

const REFRESH_MS = 15_000

const OVER = { state: 'done', proposal: null, result: {} } as const

/** Withdrawing one's own, or refusing another's with a reason. */
function useEnding() {
  const confirm = useConfirm()
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  const end = (work: Promise<null>) => work.then(() => showAnswer(OVER)).catch(showProblem)
  function refuse(send: (body: { reason: string }) => Promise<null>) {
    let reason = ''
    confirm(() => ({
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
      onOk: () => end(send({ reason })),
    }))
  }
  return { end, refuse }
}

function Decision({ proposal }: { proposal: Proposal }) {
  const { end, refuse } = useEnding()
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  const params = { id: proposal.id }
  if (proposal.mine)
    return <SendButton send={() => end(call('withdrawProposal', { params }))}>{t('do/withdraw')}</SendButton>
  return (
    <Space wrap>
      {proposal.mayAgree && (
        <SendButton type="primary" send={() => call('agreeToProposal', { params }).then(showAnswer, showProblem)}>
          {t('do/agree')}
        </SendButton>
      )}
      <Button danger onClick={() => refuse((body) => call('refuseProposal', { params, body }))}>
        {t('do/refuse')}
      </Button>
    </Space>
  )
}

/** A person with their reason: side by side these would be too wide for a tablet. */
const personColumn = <P extends string, R extends string>(person: P, reason: R) => ({
  title: t(`field/${person}`),
  key: person,
  minWidth: 120,
  render: (_: unknown, row: Partial<Record<P | R, string | null>>) => (
    <>
      {row[person]}
      <br />
      <Typography.Text type="secondary">{row[reason]}</Typography.Text>
    </>
  ),
})
const askedColumn = () => personColumn('proposedBy', 'reason')
const actionColumn = () => ({
  title: t('field/action'),
  dataIndex: 'action',
  minWidth: 100,
  render: (action: string) => t(`action/${action}`),
})

/** Agrees to one after the other; the first refusal ends it and is shown. */
function AgreeToAll({ ids, onEnd }: { ids: string[]; onEnd(): void }) {
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  const [busy, setBusy] = useState(false)
  async function agree() {
    setBusy(true)
    try {
      for (const id of ids) void showAnswer(await call('agreeToProposal', { params: { id } }))
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

/** Actions that show a code or a link once are agreed to one by one. */
const isShownOnce = ({ action }: Proposal) => /codes\.issue$|^staff\.(invite|reset)$/.test(action)

/** Proposals that wait for a second person. */
function Waiting() {
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
          size="middle"
          rowSelection={{
            selectedRowKeys: chosen,
            onChange: (keys) => setChosen(keys.map(String)),
            getCheckboxProps: (proposal) => ({
              disabled: !proposal.mayAgree || isShownOnce(proposal),
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
            actionColumn(),
            { title: t('field/details'), key: 'facts', render: (_, proposal) => <Facts of={proposal} /> },
            askedColumn(),
            dated('expiresAt'),
            {
              key: 'do',
              render: (_, proposal) => (
                <>
                  <Decision proposal={proposal} />
                  <Typography.Paragraph type="secondary">
                    {t('field/agreers')}: {proposal.agreers.join(', ') || t('nobodyYet')}
                  </Typography.Paragraph>
                </>
              ),
            },
          ]}
        />
      </Wide>
    </>
  )
}

/** The proposer and the decider, with reasons and times. */
const decisionColumns = (outcome: ProposalOutcome) => [
  askedColumn(),
  ...(outcome === 'expired' ? [] : [personColumn('decidedBy', 'decisionReason')]),
  dated('endedAt'),
]

/** Proposals that ended in one way. */
function Ended({ outcome }: { outcome: ProposalOutcome }) {
  const { list, items } = usePages<EndedProposal>(['endedProposals', outcome], (cursor) =>
    call('listEndedProposals', { query: { outcome, ...(cursor !== undefined && { cursor }) } }),
  )
  return (
    <>
      <Wide name={t('menu/proposals')}>
        <Table<EndedProposal>
          rowKey="id"
          size="middle"
          loading={list.isLoading}
          dataSource={items}
          pagination={false}
          locale={{ emptyText: <Empty description={t('nothingEnded')} /> }}
          columns={[
            { title: '#', dataIndex: 'id' },
            actionColumn(),
            { title: t('field/details'), key: 'facts', render: (_, proposal) => <Facts of={proposal} /> },
            ...decisionColumns(outcome),
          ]}
        />
      </Wide>
      <More list={list} />
    </>
  )
}

const PARTS = ['waiting', ...PROPOSAL_OUTCOMES] as const

/** Proposals that wait for a second person, and closed ones. */
export function Proposals() {
  const [part, setPart] = useState<(typeof PARTS)[number]>('waiting')
  return (
    <>
      <div style={{ marginBottom: 16 }}>
        <Segmented
          value={part}
          onChange={setPart}
          options={PARTS.map((value) => ({ value, label: t(`proposals/${value}`) }))}
        />
      </div>
      {part === 'waiting' ? <Waiting /> : <Ended outcome={part} />}
    </>
  )
}
