import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Select, Upload } from 'antd'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ImportedStatement } from '../../contract/consoleStatements'
import { ConsoleRequestError, call } from '../api'
import { ActionButton } from '../parts/ActionButton'
import { DescribeFile } from '../parts/DescribeFile'
import { Row } from '../parts/Row'
import { Split } from '../parts/Split'
import { FORMATS, StatementLines } from '../parts/StatementLines'
import { usePages } from '../parts/usePages'
import { faultSentence, useProblem } from '../parts/useProblem'
import { moment, t } from '../texts'

const BYTES_MAX = 2 * 1024 * 1024
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
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
      opensFirst
      pages={list}
      none={t('statement/none')}
      tools={<ImportFile onImported={handleImported} />}
      nameOf={(key, statement) => statement?.fileName ?? `#${key}`}
      show={(_, statement) => statement && <StatementLines statement={statement} />}
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
