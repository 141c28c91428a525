import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { STATEMENT_LINE_GROUPS, type StatementFormat, type StatementLineGroup } from '../../contract/console'
import type { ImportedLine, ImportedStatement, StatementTotals } from '../../contract/consoleStatements'
import { call } from '../api'
import { useSession } from '../session'
import { grouped, t } from '../texts'
import { CreditAll } from './CreditAll'
import { More } from './More'
import { NoRows } from './NoRows'
import { Bar, Box, Fact } from './Sheet'
import { StatementLine } from './StatementLine'
import { usePages } from './usePages'

/** As banks call them. */
export const FORMATS: Record<StatementFormat, string> = {
  csv: 'CSV',
  mt940: 'MT940',
  camt052: 'camt.052',
  camt053: 'camt.053',
  camt054: 'camt.054',
}

type Group = StatementLineGroup | 'all'

/** The groups with the sum of each, of which one is listed. */
function Groups({ totals, value, onChange }: GroupsProps) {
  const { currency } = useSession().session
  const label = (group: Group) => {
    const sum = group === 'all' ? totals?.all : totals?.groups.find((each) => each.group === group)
    return (
      <span className="total">
        {t(`statement/group/${group}`)}
        {sum && (
          <>
            {' '}
            <b>{grouped(sum.amount)}</b> <small>{t('statement/sum', { currency, count: sum.count })}</small>
          </>
        )}
      </span>
    )
  }
  return (
    <Segmented<Group>
      className="totals"
      value={value}
      onChange={onChange}
      options={(['all', ...STATEMENT_LINE_GROUPS] as const).map((group) => ({ value: group, label: label(group) }))}
    />
  )
}
interface GroupsProps {
  totals: StatementTotals | undefined
  value: Group
  onChange(group: Group): void
}

function FileBox({ statement, open }: { statement: ImportedStatement; open: StatementTotals['open'] | undefined }) {
  const { currency } = useSession().session
  return (
    <Box name={t('field/fileName')}>
      <Fact name={t('field/fileName')}>{statement.fileName}</Fact>
      <Fact name={t('field/format')}>{FORMATS[statement.format]}</Fact>
      <Fact name={t('statement/describedBy')}>{statement.describedBy}</Fact>
      <Fact name={t('field/ownAccount')}>{statement.ownAccount}</Fact>
      {(['lines', 'added', 'outgoing'] as const).map((count) => (
        <Fact key={count} name={t(`field/${count}`)}>
          {statement[count]}
        </Fact>
      ))}
      <Fact name={t('statement/open')}>
        {open && `${grouped(open.amount)} ${t('statement/sum', { currency, count: open.count })}`}
      </Fact>
    </Box>
  )
}

/** J and K go through the lines of the open statement. */
function Steps({ count, at, onStep }: { count: number; at: number; onStep(at: number): void }) {
  if (count === 0) return null
  return (
    <>
      <Button type="text" aria-keyshortcuts="J" onClick={() => onStep(Math.min(at + 1, count - 1))}>
        {t('do/nextLine')}
      </Button>
      <Button type="text" aria-keyshortcuts="K" onClick={() => onStep(Math.max(at - 1, 0))}>
        {t('do/previousLine')}
      </Button>
    </>
  )
}

/** The lines that a file brought, each next to the deposit that it names, and their sums. */
export function StatementLines({ statement }: { statement: ImportedStatement }) {
  const [group, setGroup] = useState<Group>('all')
  const [chosen, setChosen] = useState<string>()
  const rows = useRef<HTMLUListElement>(null)
  const params = { id: statement.id }
  const totals = useQuery({
    queryKey: ['statement-totals', statement.id],
    queryFn: () => call('getStatementTotals', { params }),
  }).data
  const { list, items } = usePages<ImportedLine>(['statement-lines', statement.id, group], (cursor) =>
    call('listStatementLines', {
      params,
      query: { limit: '100', ...(cursor !== undefined && { cursor }), ...(group !== 'all' && { group }) },
    }),
  )
  useEffect(() => {
    if (chosen !== undefined) rows.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  return (
    <>
      <Groups totals={totals} value={group} onChange={setGroup} />
      {list.isLoading && <NoRows of={list} none="" />}
      <ul className="rows box box--flush" ref={rows}>
        {items.map((line) => (
          <StatementLine key={line.id} line={line} isChosen={line.id === chosen} />
        ))}
      </ul>
      <More list={list} />
      <FileBox statement={statement} open={totals?.open} />
      <Bar>
        <CreditAll statement={statement} next={totals?.next} />
        <Steps
          count={items.length}
          at={items.findIndex(({ id }) => id === chosen)}
          onStep={(at) => setChosen(items[at]?.id)}
        />
      </Bar>
    </>
  )
}
