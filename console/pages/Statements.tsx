import { useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Drawer, Form, Input, Segmented, Space, Table, Typography, Upload } from 'antd'
import { useState } from 'react'
import { STATEMENT_LINE_GROUPS, STATEMENT_LINE_STATES, type StatementLineGroup } from '../../contract/console'
import type { ImportedLine, ImportedStatement } from '../../contract/consoleStatements'
import { ConsoleRequestError, call } from '../api'
import { anywhere, onOneLine } from '../parts/dated'
import { Mark, type MarkLevel } from '../parts/Mark'
import { More } from '../parts/More'
import { useAction } from '../parts/useAction'
import { useConfirm } from '../parts/useConfirm'
import { usePages } from '../parts/usePages'
import { faultSentence, useProblem } from '../parts/useProblem'
import { Wide } from '../parts/Wide'
import { day, moment, t } from '../texts'

const BYTES_MAX = 2 * 1024 * 1024
/** As banks call them. */
const FORMATS = { csv: 'CSV', mt940: 'MT940', camt053: 'camt.053' } as const
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
function ProposeAll({ statement, count }: { statement: ImportedStatement; count: number }) {
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
          <Form.Item name="reason" label={t('reasonFor')} rules={[{ required: true, min: 2, message: t('reasonFor') }]}>
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
    <Button type="primary" disabled={count === 0} onClick={ask}>
      {t('statement/propose', { count })}
    </Button>
  )
}

/** Sets aside a line that pays no deposit, or reopens it. */
function AsideButton({ line }: { line: ImportedLine }) {
  const act = useAction()
  const group = STATEMENT_LINE_STATES[line.state]
  if (group === 'matched' || group === 'done') return null
  const action = group === 'aside' ? 'statement-lines.reopen' : 'statement-lines.set-aside'
  return (
    <Button size="small" onClick={() => act({ action, params: { line: line.id } })}>
      {t(`action/${action}`)}
    </Button>
  )
}

/** The meaning of the line, who has put it aside and why, and its actions. */
function LineState({ line }: { line: ImportedLine }) {
  const { state, aside } = line
  return (
    <Space orientation="vertical" size="small" style={{ minWidth: 140 }}>
      <Mark level={LEVELS[STATEMENT_LINE_STATES[state]]}>{t(`statement/state/${state}`)}</Mark>
      {aside && (
        <small>
          <bdi>{aside.reason}</bdi> ({aside.by}, {moment(aside.at)})
        </small>
      )}
      <AsideButton line={line} />
    </Space>
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
  const matched = items.filter(({ state }) => STATEMENT_LINE_STATES[state] === 'matched').length
  return (
    <Space orientation="vertical" size="middle" style={{ width: '100%' }}>
      <Space wrap>
        <Segmented<StatementLineGroup | 'all'>
          value={group}
          onChange={setGroup}
          options={(['all', ...STATEMENT_LINE_GROUPS] as const).map((value) => ({
            value,
            label: t(`statement/group/${value}`),
          }))}
        />
        <ProposeAll statement={statement} count={matched} />
      </Space>
      <Wide name={t('field/lines')}>
        <Table<ImportedLine>
          rowKey="id"
          size="small"
          loading={list.isLoading}
          dataSource={items}
          pagination={false}
          columns={[
            { title: t('field/place'), dataIndex: 'place' },
            { title: t('field/bookedOn'), dataIndex: 'bookedOn', render: day, onCell: onOneLine },
            {
              title: t('field/amount'),
              key: 'amount',
              align: 'right',
              onCell: onOneLine,
              render: (_, line) => `${line.amount} ${line.currency}`,
            },
            { title: t('field/state'), key: 'state', render: (_, line) => <LineState line={line} /> },
            { title: t('field/reference'), dataIndex: 'reference', onCell: onOneLine },
            { title: t('field/account'), dataIndex: 'account' },
            {
              title: t('field/text'),
              dataIndex: 'text',
              width: 260,
              render: (text: string | null) => text ?? <Typography.Text italic>{t('forgotten')}</Typography.Text>,
              onCell: () => ({ style: { wordBreak: 'break-word', minWidth: 140 } }),
            },
          ]}
        />
      </Wide>
      <More list={list} />
    </Space>
  )
}

function ImportFile({ onImported }: { onImported(statement: ImportedStatement): void }) {
  const { message } = App.useApp()
  const showProblem = useProblem()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  async function send(file: File) {
    if (file.size > BYTES_MAX) return message.error(t('problem/file_too_large'))
    setBusy(true)
    setFault(undefined)
    try {
      const statement = await call('importStatement', { body: { name: file.name, file: await base64Of(file) } })
      message.success(
        t('statement/imported', {
          added: statement.added,
          seen: statement.lines - statement.outgoing - statement.added,
        }),
      )
      onImported(statement)
    } catch (error) {
      // The fault stays on the page, where it covers nothing, while somebody looks the line up in the file.
      if (error instanceof ConsoleRequestError && error.fault) setFault(faultSentence(error.fault))
      else showProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Space orientation="vertical">
      <Upload
        accept=".csv,.txt,.sta,.mt940,.940,.xml"
        showUploadList={false}
        beforeUpload={(file) => {
          send(file)
          return false
        }}
      >
        <Button type="primary" loading={busy}>
          {t('statement/import')}
        </Button>
      </Upload>
      <Typography.Text type="secondary">{t('statement/hint')}</Typography.Text>
      {fault !== undefined && <Alert type="error" title={fault} />}
    </Space>
  )
}

/** Bank statements: imported, matched with the deposits that wait, credited as every deposit is. */
export function Statements() {
  const queries = useQueryClient()
  const [open, setOpen] = useState<ImportedStatement>()
  const { list, items } = usePages<ImportedStatement>(['statements'], (cursor) =>
    call('listStatements', { query: cursor === undefined ? {} : { cursor } }),
  )
  return (
    <Space orientation="vertical" size="large" style={{ width: '100%' }}>
      <ImportFile
        onImported={(statement) => {
          setOpen(statement)
          queries.invalidateQueries({ queryKey: ['statements'] })
        }}
      />
      <Wide name={t('menu/statements')}>
        <Table<ImportedStatement>
          rowKey="id"
          size="middle"
          loading={list.isLoading}
          dataSource={items}
          pagination={false}
          locale={{ emptyText: t('statement/none') }}
          columns={[
            {
              title: t('field/importedAt'),
              key: 'importedAt',
              onCell: onOneLine,
              render: (_, { importedAt, importedBy }) => (
                <>
                  {moment(importedAt)}
                  <br />
                  <Typography.Text type="secondary">
                    {t('field/importedBy')}: {importedBy}
                  </Typography.Text>
                </>
              ),
            },
            {
              title: t('field/fileName'),
              key: 'fileName',
              onCell: anywhere,
              render: (_, { fileName, format }) => (
                <>
                  {fileName}
                  <br />
                  <Typography.Text type="secondary">
                    {t('field/format')}: {FORMATS[format]}
                  </Typography.Text>
                </>
              ),
            },
            { title: t('field/ownAccount'), dataIndex: 'ownAccount', onCell: anywhere },
            { title: t('field/lines'), dataIndex: 'lines', align: 'right' },
            { title: t('field/added'), dataIndex: 'added', align: 'right' },
            { title: t('field/outgoing'), dataIndex: 'outgoing', align: 'right' },
            {
              key: 'do',
              render: (_, statement) => (
                <Button size="small" type="link" onClick={() => setOpen(statement)}>
                  {t('do/open')}
                </Button>
              ),
            },
          ]}
        />
      </Wide>
      <More list={list} />
      <Drawer
        title={open?.fileName}
        size="min(1100px, 100vw)"
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        destroyOnHidden
      >
        {open && <Lines statement={open} />}
      </Drawer>
    </Space>
  )
}
