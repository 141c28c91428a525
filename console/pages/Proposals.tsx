import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Input, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { PROPOSAL_OUTCOMES, type ProposalOutcome } from '../../contract/console'
import type { EndedProposal, Proposal } from '../../contract/consoleProposals'
import { call } from '../api'
import { Facts } from '../parts/Facts'
import { useFinding } from '../parts/FindField'
import { ProposalRow } from '../parts/ProposalRow'
import { SendButton } from '../parts/SendButton'
import { Bar, Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { sumOf } from '../parts/sums'
import { useShowAnswer } from '../parts/useAction'
import { useConfirm } from '../parts/useConfirm'
import { usePages } from '../parts/usePages'
import { useProblem } from '../parts/useProblem'
import { useReloading } from '../parts/useReloading'
import { useSession } from '../session'
import { grouped, moment, t } from '../texts'

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

/** Agrees to what the dialog repeats: a second person's word may move money. */
function useAgreeing({ proposal }: { proposal: Proposal }) {
  const confirm = useConfirm()
  const showAnswer = useShowAnswer()
  const showProblem = useProblem()
  return () =>
    confirm(() => ({
      title: `${t('do/agree')}: ${t(`action/${proposal.action}`)}`,
      icon: null,
      okText: t('do/agree'),
      cancelText: t('do/cancel'),
      content: <Facts of={proposal} />,
      onOk: () =>
        call('agreeToProposal', { params: { id: proposal.id } }).then((answer) => void showAnswer(answer), showProblem),
    }))
}

function Decision({ proposal }: { proposal: Proposal }) {
  const { end, refuse } = useEnding()
  const agree = useAgreeing({ proposal })
  const params = { id: proposal.id }
  if (proposal.mine)
    return <SendButton send={() => end(call('withdrawProposal', { params }))}>{t('do/withdraw')}</SendButton>
  return (
    <>
      {proposal.mayAgree && (
        <Button type="primary" aria-keyshortcuts="P" onClick={agree}>
          {t('do/agree')}
        </Button>
      )}
      <Button danger aria-keyshortcuts="R" onClick={() => refuse((body) => call('refuseProposal', { params, body }))}>
        {t('do/refuse')}
      </Button>
    </>
  )
}

/** Agrees to one after the other; the first refusal ends it and is shown. */
function AgreeToAll({ chosen, onEnd }: { chosen: Proposal[]; onEnd(): void }) {
  const { currency } = useSession().session
  const ids = chosen.map(({ id }) => id)
  const amounts = chosen.flatMap(({ amount }) => amount ?? [])
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
    <Button type="primary" disabled={ids.length === 0} loading={busy} onClick={agree}>
      {t('do/agreeAll', { count: ids.length }) +
        (amounts.length > 0 ? ` · ${grouped(sumOf(amounts))} ${currency}` : '')}
    </Button>
  )
}

/** Actions that show a code or a link once are agreed to one by one. */
const isShownOnce = ({ action }: Proposal) => /codes\.issue$|^staff\.(invite|reset)$/.test(action)

/** The request, its author and the reason. */
const Asked = ({ proposal }: { proposal: Proposal | EndedProposal }) => (
  <Box name={t('field/details')}>
    <Facts of={proposal} />
    <Fact name={t('field/proposedBy')}>{proposal.proposedBy}</Fact>
    <Fact name={t('field/reason')}>{proposal.reason}</Fact>
    <Fact name={t('field/createdAt')}>{moment(proposal.createdAt)}</Fact>
  </Box>
)

function OpenProposal({ proposal }: { proposal: Proposal }) {
  return (
    <>
      <Asked proposal={proposal} />
      <Box name={t('secondPerson')}>
        <Fact name={t('field/expiresAt')}>{moment(proposal.expiresAt)}</Fact>
        <Fact name={t('field/agreers')}>{proposal.agreers.join(', ') || t('nobodyYet')}</Fact>
      </Box>
      <Bar>
        <Decision proposal={proposal} />
      </Bar>
    </>
  )
}

function EndedOne({ proposal }: { proposal: EndedProposal }) {
  const { outcome, decidedBy, decisionReason, endedAt } = proposal
  return (
    <>
      <Asked proposal={proposal} />
      <Box name={t(`proposals/${outcome}`)}>
        <Fact name={t('field/decidedBy')}>{decidedBy}</Fact>
        <Fact name={t('field/reason')}>{decisionReason}</Fact>
        <Fact name={t('field/endedAt')}>{moment(endedAt)}</Fact>
      </Box>
    </>
  )
}

const keyed = <T extends { id: string }>(items: readonly T[]) => items.map((item) => ({ ...item, key: item.id }))

const nameOf = (key: string, item: Proposal | EndedProposal | undefined) =>
  item ? `${t(`action/${item.action}`)} #${key}` : `#${key}`

const gone = () => <Alert type="info" title={t('problem/proposal_over')} />

interface PartProps {
  /** The choice of the part, above its list. */
  choice: ReactNode
}

/** Proposals that wait for a second person. */
function Waiting({ choice }: PartProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const list = useQuery({ queryKey: ['proposals'], queryFn: () => call('listProposals', {}) })
  useReloading(list.refetch)
  const items = list.data?.items ?? []
  const { found, field } = useFinding(items, ({ id, action, proposedBy, reason }) => [
    id,
    t(`action/${action}`),
    proposedBy,
    reason,
  ])
  const choose = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))
  return (
    <Split<Proposal & { key: string }>
      page="proposals"
      items={keyed(found)}
      asked={list}
      none={t(items.length === 0 ? 'nothingWaits' : 'noMatch')}
      nameOf={nameOf}
      show={(_, proposal) => (proposal ? <OpenProposal proposal={proposal} /> : gone())}
      row={(proposal) => <ProposalRow proposal={proposal} due={moment(proposal.expiresAt)} />}
      before={(proposal) => (
        <Checkbox
          aria-label={`${t('do/agree')} #${proposal.id}`}
          disabled={!proposal.mayAgree || isShownOnce(proposal)}
          checked={chosen.includes(proposal.id)}
          onChange={({ target }) => choose(proposal.id, target.checked)}
        />
      )}
      tools={
        <>
          {choice}
          <AgreeToAll chosen={items.filter(({ id }) => chosen.includes(id))} onEnd={() => setChosen([])} />
          {field}
        </>
      }
    />
  )
}

/** Proposals that ended in one way. */
function Ended({ outcome, choice }: PartProps & { outcome: ProposalOutcome }) {
  const { list, items } = usePages<EndedProposal>(['endedProposals', outcome], (cursor) =>
    call('listEndedProposals', { query: { outcome, ...(cursor !== undefined && { cursor }) } }),
  )
  return (
    <Split<EndedProposal & { key: string }>
      page="proposals"
      items={keyed(items)}
      asked={list}
      pages={list}
      none={t('nothingEnded')}
      nameOf={nameOf}
      show={(_, proposal) => (proposal ? <EndedOne proposal={proposal} /> : gone())}
      row={(proposal) => <ProposalRow proposal={proposal} due={moment(proposal.endedAt)} />}
      tools={choice}
    />
  )
}

const PARTS = ['waiting', ...PROPOSAL_OUTCOMES] as const

/** Proposals that wait for a second person, and closed ones. */
export function Proposals() {
  const [part, setPart] = useState<(typeof PARTS)[number]>('waiting')
  const choice = (
    <Segmented
      value={part}
      onChange={setPart}
      options={PARTS.map((value) => ({ value, label: t(`proposals/${value}`) }))}
    />
  )
  return part === 'waiting' ? <Waiting choice={choice} /> : <Ended key={part} outcome={part} choice={choice} />
}
