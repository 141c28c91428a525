import { moment, t } from '../texts'

/** A column of moments, each on one line. */
export const dated = <K extends string>(field: K) => ({
  title: t(`field/${field}`),
  dataIndex: field,
  render: moment,
  onCell: () => ({ style: { whiteSpace: 'nowrap' as const } }),
})
