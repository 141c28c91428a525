import { Table, type TableProps } from 'antd'

/** A table, on one page unless told. In a narrow window it scrolls sideways on its own, also by keyboard, under its `name`. */
export const WideTable = <Row extends object>({ name, ...table }: TableProps<Row> & { name: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached.
  <section aria-label={name} tabIndex={0} style={{ overflowX: 'auto' }}>
    <Table<Row> size="small" pagination={false} {...table} />
  </section>
)
