import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Form, Input, Segmented, Select, Upload } from 'antd'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import {
  STATEMENT_LINE_GROUPS,
  STATEMENT_LINE_STATES,
  type StatementFormat,
  type StatementLineGroup,
} from '../../contract/console'
import type { ImportedLine, ImportedStatement } from '../../contract/consoleStatements'
import { ConsoleRequestError, call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { DescribeFile } from '../parts/DescribeFile'
import { written } from '../parts/Fields'
import { Mark, type MarkLevel } from '../parts/Mark'
import { More } from '../parts/More'
import { NoRows } from '../parts/NoRows'
import { Row } from '../parts/Row'
import { Box, Fact } from '../parts/Sheet'
import { Split } from '../parts/Split'
import { useConfirm } from '../parts/useConfirm'
import { usePages } from '../parts/usePages'
import { faultSentence, useProblem } from '../parts/useProblem'
import { useSession } from '../session'
import { day, grouped, moment, t } from '../texts'

const BYTES_MAX = 2 * 1024 * 1024
/** As banks call them. */
const FORMATS: Record<StatementFormat, string> = {
  csv: 'CSV',
  mt940: 'MT940',
  camt052: 'camt.052',
  camt053: 'camt.053',
  camt054: 'camt.054',
}
const LEVELS: Record<StatementLineGroup, MarkLevel> = {
  matched: 'open',
  doubtful: 'soon',
  unmatched: 'plain',
  aside: 'good',
  done: 'good',
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

/** Asks why, then has all matched lines credited as their queue would: done if one person may, else proposed. */
function ProposeAll({ statement, matched }: { statement: ImportedStatement; matched: ImportedLine[] }) {
  const { currency } = useSession().session
  const { message } = App.useApp()
  const confirm = useConfirm()
  const [form] = Form.useForm<{ reason: string }>()
  const showProblem = useProblem()
  const queries = useQueryClient()
  const ask = () =>
    confirm(() => ({
      title: t('action/deposits.approve'),
      icon: null,
      okText: t('do/confirm'),
      cancelText: t('do/cancel'),
      content: (
        <Form form={form} layout="vertical" requiredMark={false}>
          <Form.Item name="reason" label={t('reasonFor')} rules={written()}>
            <Input.TextArea rows={2} maxLength={150} />
          </Form.Item>
        </Form>
      ),
      async onOk() {
        const body = await form.validateFields()
        const answer = await call('proposeStatement', { params: { id: statement.id }, body }).catch(showProblem)
        if (answer) message.info(t('statement/proposed', { ...answer, refused: answer.refused.length }), 8)
        await queries.invalidateQueries()
      },
    }))
  return (
    <>
      {matched.length > 0 && `${grouped(sumOf(matched))} ${currency}`}
      <Button type="primary" disabled={matched.length === 0} onClick={ask}>
        {t('statement/propose', { count: matched.length })}
      </Button>
    </>
  )
}

/** Sets aside a line that pays no deposit, or reopens it. */
function AsideButton({ line }: { line: ImportedLine }) {
  const group = STATEMENT_LINE_STATES[line.state]
  if (group === 'matched' || group === 'done') return null
  const action = group === 'aside' ? 'statement-lines.reopen' : 'statement-lines.set-aside'
  return <ActionButton size="small" action={action} params={{ line: line.id }} />
}

/** The deposit that a line names, if the two differ or its credit is under way, and the way to it. */
function NamedDeposit({ line: { deposit, reference, currency: ofLine, state } }: { line: ImportedLine }) {
  const { currency } = useSession().session
  if (!deposit || !reference || STATEMENT_LINE_STATES[state] !== 'doubtful') return null
  const { amount, difference, status, proposed } = deposit
  return (
    <>
      <span>
        {t('statement/deposit', { amount: grouped(amount), currency, status: t(`status/${status}`) })}
        {difference !== null && /[1-9]/.test(difference) && (
          <> · {t('bank/differs', { difference: grouped(difference), currency: ofLine })}</>
        )}
      </span>
      {proposed && <Mark level="open">{t('statement/credit')}</Mark>}
      <Link href={`/deposits?open=${reference}`}>{t('statement/openDeposit')}</Link>
    </>
  )
}

/** The amounts of a statement's matched lines, all in the platform's currency and with its decimals. */
function sumOf(lines: readonly ImportedLine[]): string {
  const scale = lines[0]?.amount.split('.')[1]?.length ?? 0
  const digits = String(lines.reduce((sum, { amount }) => sum + BigInt(amount.replace('.', '')), 0n)).padStart(
    scale + 1,
    '0',
  )
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** A line of the bank, its meaning, who has put it aside and why, and its actions. */
function Line({ line }: { line: ImportedLine }) {
  const { state, aside, text } = line
  return (
    <li>
      <div className="row">
        <Row
          name={line.account ?? line.reference ?? t('statement/state/reference_missing')}
          detail={`${t('field/place')} ${line.place} · ${day(line.bookedOn)}`}
          figure={`${grouped(line.amount)} ${line.currency}`}
          about={text ?? <i>{t('statement/lost')}</i>}
          due={<Mark level={LEVELS[STATEMENT_LINE_STATES[state]]}>{t(`statement/state/${state}`)}</Mark>}
          more={
            <>
              {line.account && line.reference && <span>{line.reference}</span>}
              <NamedDeposit line={line} />
              {aside && (
                <span>
                  <bdi>{aside.reason}</bdi> ({aside.by}, {moment(aside.at)})
                </span>
              )}
              <AsideButton line={line} />
            </>
          }
        />
      </div>
    </li>
  )
}

/** The lines that a file brought, with what each means for the deposits that wait. */
function Lines({ statement }: { statement: ImportedStatement }) {
  const [group, setGroup] = useState<StatementLineGroup | 'all'>('all')
  const { list, items } = usePages<ImportedLine>(['statement-lines', statement.id, group], (cursor) =>
    call('listStatementLines', {
      params: { id: statement.id },
      query: { limit: '100', ...(cursor !== undefined && { cursor }), ...(group !== 'all' && { group }) },
    }),
  )
  const matched = items.filter(({ state }) => STATEMENT_LINE_STATES[state] === 'matched')
  return (
    <>
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
      </Box>
      <div className="sheet__tools">
        <Segmented<StatementLineGroup | 'all'>
          value={group}
          onChange={setGroup}
          options={(['all', ...STATEMENT_LINE_GROUPS] as const).map((value) => ({
            value,
            label: t(`statement/group/${value}`),
          }))}
        />
        <ProposeAll statement={statement} matched={matched} />
      </div>
      {list.isLoading && <NoRows of={list} none="" />}
      <ul className="rows box box--flush">
        {items.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </ul>
      <More list={list} />
    </>
  )
}

const ACCEPTED = '.csv,.txt,.tsv,.sta,.mt940,.940,.xml,.zip'

/** A button that takes a file. */
const FileButton = ({ name, busy, accept, onFile, type }: FileButtonProps) => (
  <Upload
    accept={accept}
    showUploadList={false}
    beforeUpload={(file) => {
      onFile(file)
      return false
    }}
  >
    <Button type={type} loading={busy}>
      {name}
    </Button>
  </Upload>
)
interface FileButtonProps {
  name: string
  accept: string
  type: 'primary' | 'default'
  busy: boolean
  onFile(file: File): void
}

function ImportFile({ onImported }: { onImported(statement: ImportedStatement): void }) {
  const { message } = App.useApp()
  const showProblem = useProblem()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [describedBy, setDescribedBy] = useState<string>()
  const [described, setDescribed] = useState<{ name: string; base64: string; at: number }>()
  const files = useQuery({ queryKey: ['bank-files'], queryFn: () => call('listBankFiles', {}) }).data?.items ?? []
  const isTooLarge = ({ size }: File) => size > BYTES_MAX && Boolean(message.error(t('problem/file_too_large')))
  async function send(file: File) {
    if (isTooLarge(file)) return
    setBusy(true)
    setFault(undefined)
    try {
      const by = describedBy === undefined ? {} : { describedBy }
      const { items } = await call('importStatement', {
        body: { name: file.name, file: await base64Of(file), ...by },
      })
      const sum = (count: (statement: ImportedStatement) => number) => items.reduce((all, each) => all + count(each), 0)
      const added = sum((each) => each.added)
      const seen = sum((each) => each.lines - each.outgoing - each.added)
      message.success(t('statement/imported', { added, seen }))
      const [first] = items
      if (first) onImported(first)
    } catch (error) {
      // The fault stays on the page, where it covers nothing, while somebody looks the line up in the file.
      if (error instanceof ConsoleRequestError && error.fault) setFault(faultSentence(error.fault))
      else showProblem(error)
    } finally {
      setBusy(false)
    }
  }
  async function describe(file: File) {
    if (!isTooLarge(file)) setDescribed({ name: file.name, base64: await base64Of(file), at: Date.now() })
  }
  return (
    <div>
      <FileButton name={t('statement/import')} type="primary" accept={ACCEPTED} busy={busy} onFile={send} />{' '}
      <FileButton
        name={t('statement/describe')}
        type="default"
        accept=".csv,.txt,.tsv"
        busy={false}
        onFile={describe}
      />{' '}
      {files.length > 0 && (
        <Select
          aria-label={t('statement/by')}
          value={describedBy ?? ''}
          onChange={(name) => setDescribedBy(name || undefined)}
          options={[
            { value: '', label: `${t('statement/by')}: ${t('statement/byColumns')}` },
            ...files.map(({ name }) => ({ value: name, label: name })),
          ]}
        />
      )}
      {describedBy !== undefined && <ActionButton action="bank-files.remove" params={{ name: describedBy }} />}
      <p className="box__note">{t('statement/hint')}</p>
      {fault !== undefined && <Alert type="error" title={fault} />}
      {described && <DescribeFile file={described} onClose={() => setDescribed(undefined)} />}
    </div>
  )
}

/** Bank statements: imported, matched with the deposits that wait, credited as every deposit is. */
export function Statements() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { list, items } = usePages<ImportedStatement>(['statements'], (cursor) =>
    call('listStatements', { query: cursor === undefined ? {} : { cursor } }),
  )
  async function handleImported({ id }: ImportedStatement) {
    await queries.invalidateQueries({ queryKey: ['statements'] })
    navigate(`/statements?open=${id}`)
  }
  return (
    <Split<ImportedStatement & { key: string }>
      page="statements"
      items={items.map((statement) => ({ ...statement, key: statement.id }))}
      asked={list}
      pages={list}
      none={t('statement/none')}
      tools={<ImportFile onImported={handleImported} />}
      nameOf={(key, statement) => statement?.fileName ?? `#${key}`}
      show={(_, statement) => statement && <Lines statement={statement} />}
      row={({ fileName, format, importedBy, importedAt, lines, added }) => (
        <Row
          name={fileName}
          detail={FORMATS[format]}
          figure={added}
          about={`${moment(importedAt)} · ${t('field/importedBy')}: ${importedBy}`}
          due={t('statement/ofLines', { lines })}
        />
      )}
    />
  )
}
