import { useQuery } from '@tanstack/react-query'
import { App, Button, Empty, Input, Space, Table, Typography } from 'antd'
import { useState } from 'react'
import type { CommandProposal, Proposal } from '../../contract/consoleProposals'
import type { PublicTerms } from '../../contract/market'
import { call } from '../api'
import { useReasons } from '../parts/reasons'
import { termsInWords } from '../parts/terms'
import { useShowAnswer } from '../parts/useAction'
import { useProblem } from '../parts/useProblem'
import { Wide } from '../parts/Wide'
import { moment, t } from '../texts'

const REFRESH_MS = 15_000

interface InLocale {
  locale: string
  title?: string
  body?: string
  text?: string
}

function inWords(name: string, value: unknown, read: (reason: string) => string): string {
  if (name === 'told') return read(String(value))
  if (name === 'texts')
    return (value as InLocale[])
      .map(({ locale, ...texts }) => `\n${locale}: ${Object.values(texts).join(' – ')}`)
      .join('')
  if (name === 'change' && typeof value === 'object' && value !== null && 'terms' in value)
    return termsInWords(value.terms as PublicTerms)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What an action would do, in words and as it was asked for. */
function Details({ proposal }: { proposal: Proposal }) {
  const { read } = useReasons()
  const shown = Object.entries(proposal.params).map(([name, value]) => `${name}: ${inWords(name, value, read)}`)
  return (
    <>
      {proposal.account ?? proposal.subject}
      <br />
      <small style={{ whiteSpace: 'pre-line' }}>{shown.join(', ')}</small>
    </>
  )
}

const OVER = { state: 'done', proposal: null, result: {} } as const

/** Withdrawing one's own, or refusing another's with a reason. */
function useEnding() {
  const { modal } = App.useApp()
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  const end = (work: Promise<null>) => work.then(() => showAnswer(OVER)).catch(showProblem)
  function refuse(send: (body: { reason: string }) => Promise<null>) {
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
      onOk: () => end(send({ reason })),
    })
  }
  return { end, refuse }
}

function Decision({ proposal }: { proposal: Proposal }) {
  const { end, refuse } = useEnding()
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  const params = { id: proposal.id }
  if (proposal.mine)
    return <Button onClick={() => end(call('withdrawProposal', { params }))}>{t('do/withdraw')}</Button>
  return (
    <Space>
      <Button type="primary" onClick={() => call('agreeToProposal', { params }).then(showAnswer, showProblem)}>
        {t('do/agree')}
      </Button>
      <Button danger onClick={() => refuse((body) => call('refuseProposal', { params, body }))}>
        {t('do/refuse')}
      </Button>
    </Space>
  )
}

/** What was asked for on the command line: another person repeats the command there, or ends it here. */
function Commands({ items }: { items: CommandProposal[] }) {
  const { end, refuse } = useEnding()
  if (items.length === 0) return null
  const decision = ({ id, mine }: CommandProposal) =>
    mine ? (
      <Button onClick={() => end(call('withdrawCommand', { params: { id } }))}>{t('do/withdraw')}</Button>
    ) : (
      <Button danger onClick={() => refuse((body) => call('refuseCommand', { params: { id }, body }))}>
        {t('do/refuse')}
      </Button>
    )
  return (
    <section style={{ marginTop: 32 }}>
      <Typography.Title level={4}>{t('commands/title')}</Typography.Title>
      <p>{t('commands/hint')}</p>
      <Wide name={t('commands/title')}>
        <Table<CommandProposal>
          rowKey="id"
          dataSource={items}
          pagination={false}
          columns={[
            { title: '#', dataIndex: 'id' },
            { title: t('field/action'), dataIndex: 'action', render: actionName },
            { title: t('field/subject'), dataIndex: 'subject' },
            { title: t('field/proposedBy'), dataIndex: 'proposedBy' },
            { title: t('field/reason'), dataIndex: 'reason' },
            { title: t('field/expiresAt'), dataIndex: 'expiresAt', render: moment },
            { key: 'do', render: (_, proposal) => decision(proposal) },
          ]}
        />
      </Wide>
    </section>
  )
}

/** The command line has another name for one action. */
const actionName = (action: string) => t(`action/${action === 'savings.income.set' ? 'savings.income' : action}`)

/** Agrees to one after the other; the first refusal ends it and is shown. */
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

/** Actions that show a code or a link once are agreed to one by one. */
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
      <Commands items={list.data?.commands ?? []} />
    </>
  )
}
