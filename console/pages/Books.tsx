import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { Books as BooksAnswer, VoidDay } from '../../contract/consoleAudit'
import { call } from '../api'
import { Mark } from '../parts/Mark'
import { noRows } from '../parts/NoRows'
import { Box, Fact } from '../parts/Sheet'
import { WideTable } from '../parts/WideTable'
import { day, moment, t } from '../texts'

/** Queues and days as the rest of the console names them. */
function detailOf({ name, detail }: BooksAnswer['alarms'][number]): string {
  const each = (word: (part: string) => string) => detail.split(', ').filter(Boolean).map(word).join(', ')
  if (name === 'WaitsPastItsTime') return each((queue) => t(`menu/${queue}`))
  return name === 'ReconciliationDiffers' ? each(day) : detail
}

/** Each alarm by what it watches, so that a calm day reads as good news. */
const Alarms = ({ alarms }: Pick<BooksAnswer, 'alarms'>) => (
  <Box name={t('title/alarms')}>
    {alarms.map((alarm) => (
      <Fact key={alarm.name} name={t(`alarmOf/${alarm.name}`)}>
        <Mark level={alarm.on ? 'bad' : 'good'}>{t(`${alarm.on ? 'alarm' : 'alarmOff'}/${alarm.name}`)}</Mark>{' '}
        {detailOf(alarm)}
      </Fact>
    ))}
  </Box>
)

function Voids() {
  const voids = useQuery({ queryKey: ['voids'], queryFn: () => call('listVoids', { query: {} }) })
  return (
    <Box name={t('title/voids')}>
      <WideTable<VoidDay>
        name={t('title/voids')}
        rowKey={(row) => `${row.day} ${row.symbol}`}
        dataSource={voids.data?.items ?? []}
        pagination={{ pageSize: 20, hideOnSinglePage: true }}
        locale={noRows(voids, t('noVoids'))}
        columns={[
          { title: t('field/day'), dataIndex: 'day', render: day },
          { title: t('field/symbol'), dataIndex: 'symbol' },
          { title: t('field/ordersOfDay'), dataIndex: 'orders', align: 'right' },
          { title: t('field/noEntryTick'), dataIndex: 'noEntryTick', align: 'right' },
          { title: t('field/loggedLate'), dataIndex: 'loggedLate', align: 'right' },
          { title: t('field/tooFewTicks'), dataIndex: 'tooFewTicks', align: 'right' },
          { title: t('field/staleAtExpiry'), dataIndex: 'staleAtExpiry', align: 'right' },
        ]}
      />
    </Box>
  )
}

const witnessesOf = ({ witnesses }: BooksAnswer) =>
  witnesses.length === 0
    ? t('noWitnesses')
    : witnesses.map(({ name, head }) => `${name}: ${head ?? t('witnessNone')}`).join('; ')

/** Whether the books add up, when they were last checked, and where they are anchored outside the house. */
export function Books() {
  const books = useQuery({ queryKey: ['books'], queryFn: () => call('getBooks', {}), refetchInterval: 10_000 })
  if (!books.data) return null
  const { state, head, auditAnchor } = books.data
  const facts = {
    newest: moment(books.data.newestCheckedAt),
    everything: moment(books.data.everythingCheckedAt),
    findings: books.data.findings.join('; ') || '–',
    setAside: books.data.setAside.join('; ') || '–',
    head: `${head.number} (${moment(head.createdAt)})`,
    root: head.root,
    auditAnchor: auditAnchor ? t('auditAnchored', { entry: auditAnchor.entry, at: moment(auditAnchor.at) }) : '–',
    witnesses: witnessesOf(books.data),
  }
  return (
    <div className="page__boxes">
      <Alert type={state === 'ok' ? 'success' : state === 'off' ? 'error' : 'warning'} title={t(`books/${state}`)} />
      <div className="sheet__pair">
        <Alarms alarms={books.data.alarms} />
        <Box name={t('title/checked')}>
          {Object.entries(facts).map(([key, value]) => (
            <Fact key={key} name={t(`field/${key}`)}>
              {value}
            </Fact>
          ))}
        </Box>
      </div>
      <Voids />
    </div>
  )
}
