import { moment, t } from '../texts'

/** Values that are not text, such as a date, an amount or a reference, does not break. */
export const onOneLine = () => ({ style: { whiteSpace: 'nowrap' as const } })

/** A column of moments. */
export const dated = <K extends string>(field: K) => ({
  title: t(`field/${field}`),
  dataIndex: field,
  render: moment,
  onCell: onOneLine,
})
