import type { TableRowProps } from './WideTable'

/** As `HomeAside.weapp.ts`. */
export const TableHead = (): null => null
export const TableRow = (_props: TableRowProps): null => null
