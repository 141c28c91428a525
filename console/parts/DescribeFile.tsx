import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Modal, Select, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { type BankFile, DATE_ORDERS, ERAS, FILE_DELIMITERS, FILE_ENCODINGS } from '../../contract/bankFiles'
import type { StatementPreview } from '../../contract/consoleStatements'
import { ConsoleRequestError, call } from '../api'
import { day, grouped, t } from '../texts'
import { columnName, delimiterName } from './bankFiles'
import { useAction } from './useAction'
import { faultSentence } from './useProblem'

/** The first lines of a file, cell by cell. */
const Cells = ({ rows, width }: { rows: string[][]; width: number }) => (
  <Table<{ key: number; cells: string[] }>
    size="small"
    pagination={false}
    scroll={{ x: 'max-content', y: 220 }}
    dataSource={rows.map((cells, key) => ({ key, cells }))}
    columns={[
      { title: t('field/place'), render: (_, { key }) => key + 1 },
      ...Array.from({ length: width }, (_, place) => ({
        key: place,
        title: String(place + 1),
        render: (_: unknown, { cells }: { cells: string[] }) => cells[place],
      })),
    ]}
  />
)

/** The entries that the description makes of the file, or why it cannot be read. */
function Entries({ preview: { lines, count, fault } }: { preview: StatementPreview }) {
  if (fault) return <Alert type="warning" title={faultSentence(fault)} />
  return (
    <>
      <p className="box__note">{t('bankFile/entries', { count })}</p>
      <Table<StatementPreview['lines'][number]>
        size="small"
        rowKey="place"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={lines}
        columns={[
          { title: t('field/place'), dataIndex: 'place' },
          { title: t('field/bookedOn'), render: (_, { bookedOn }) => day(bookedOn) },
          { title: t('field/amount'), render: (_, { amount, currency }) => `${grouped(amount)} ${currency}` },
          { title: t('field/text'), dataIndex: 'text' },
        ]}
      />
    </>
  )
}

const options = <V extends string>(values: readonly V[], name: (value: V) => string = (value) => value) =>
  values.map((value) => ({ value, label: name(value) }))

/** The parts of a description, each with a field. */
function Parts({ rows, names, width }: { rows: string[][]; names: string[] | null; width: number }) {
  const columns = Array.from({ length: width }, (_, place) => ({ value: place, label: columnName(place, names) }))
  const field = (part: keyof BankFile, child: ReactNode, extra: object = {}) => (
    <Form.Item name={part} label={t(`bankFile/part/${part}`)} {...extra}>
      {child}
    </Form.Item>
  )
  const column = <Select options={columns} allowClear />
  const lines = rows.map((cells, index) => ({
    value: JSON.stringify(cells),
    label: `${index + 1}: ${cells.join(' · ')}`,
  }))
  return (
    <div className="grid-fields">
      {field('header', <Select options={lines} allowClear />, {
        getValueProps: (value: string[] | null) => ({ value: value ? JSON.stringify(value) : undefined }),
        normalize: (value: string | undefined) => (value === undefined ? null : JSON.parse(value)),
      })}
      {names === null && field('skip', <InputNumber min={0} max={100} />)}
      {field('footer', <InputNumber min={0} max={100} />)}
      {field('date', <Select options={columns} />)}
      {field('dateOrder', <Select options={options(DATE_ORDERS, (order) => t(`bankFile/orders/${order}`))} />)}
      {field('era', <Select options={options(ERAS, (era) => t(`bankFile/eras/${era}`))} />)}
      {field('amount', column)}
      {field('credit', column)}
      {field('debit', column)}
      {field('decimal', <Select options={options(['.', ','])} />)}
      {field('mark', column)}
      {field('marksIn', <Select mode="tags" open={false} />)}
      {field('marksOut', <Select mode="tags" open={false} />)}
      {field('currency', column)}
      {field('fixedCurrency', <Input maxLength={5} allowClear />)}
      {field('texts', <Select mode="multiple" options={columns} />)}
      {field('payer', column)}
      {field('ignored', <Select mode="tags" open={false} />)}
      {field('encoding', <Select options={options(FILE_ENCODINGS)} />)}
      {field('delimiter', <Select options={options(FILE_DELIMITERS, delimiterName)} />)}
      {field('reversed', <Checkbox />, { valuePropName: 'checked' })}
    </div>
  )
}

const faultOf = (error: Error) =>
  error instanceof ConsoleRequestError && error.fault ? faultSentence(error.fault) : t('problem/statement_unreadable')

/** What a cleared field leaves is nothing, not undefined. */
const whole = (file: BankFile): BankFile =>
  Object.fromEntries(
    Object.entries(file).map(([part, value]) => [part, value === undefined || value === '' ? null : value]),
  ) as BankFile

interface ChosenFile {
  name: string
  base64: string
  /** When it was chosen: the next file may have the same name. */
  at: number
}

const usePreview = ({ base64, at }: ChosenFile, description: BankFile | undefined) =>
  useQuery({
    queryKey: ['statement-preview', at, JSON.stringify(description)],
    queryFn: () =>
      call('previewStatement', { body: { file: base64, ...(description && { description: whole(description) }) } }),
    placeholderData: keepPreviousData,
    retry: false,
  })

/**
 * How a bank's CSV files are read: suggested from one of them, corrected next to it, and proposed to a second person. Each
 * change shows what becomes of the file.
 */
export function DescribeFile({ file, onClose }: { file: ChosenFile; onClose(): void }) {
  const [description, setDescription] = useState<BankFile>()
  const [name, setName] = useState('')
  const act = useAction()
  const suggested = usePreview(file, undefined)
  const preview = usePreview(file, description)
  const now = description ?? suggested.data?.file
  // A change by which the file cannot be read leaves the lines where they are.
  const rows = (preview.data ?? suggested.data)?.rows ?? []
  const width = Math.max(0, ...rows.map((cells) => cells.length))
  const propose = () => {
    const params = { name: name.trim(), ...(now && { description: whole(now) }) }
    if (now) void act({ action: 'bank-files.describe', params, about: name.trim(), onTaken: onClose })
  }
  return (
    <Modal
      open
      width="95vw"
      title={t('bankFile/title', { file: file.name })}
      onCancel={onClose}
      footer={
        <Button
          type="primary"
          disabled={!now || name.trim().length < 2 || preview.isPlaceholderData || preview.data?.fault !== null}
          onClick={propose}
        >
          {t('action/bank-files.describe')}
        </Button>
      }
    >
      {preview.error && <Alert type="error" title={faultOf(preview.error)} />}
      <Cells rows={rows} width={width} />
      {now && (
        <Form<BankFile>
          layout="vertical"
          initialValues={now}
          onValuesChange={(_, values) => setDescription({ ...now, ...values })}
        >
          <Form.Item label={t('param/name')} required>
            <Input
              aria-label={t('param/name')}
              value={name}
              maxLength={64}
              onChange={({ target }) => setName(target.value)}
            />
          </Form.Item>
          <Parts rows={rows} names={now.header} width={width} />
        </Form>
      )}
      {preview.data && <Entries preview={preview.data} />}
    </Modal>
  )
}
