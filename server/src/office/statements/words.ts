import { columnsOf, type TableRow } from './table'

/** Words by which banks say that money came in or went out, in lower case. */
export const MARKS_IN = (
  'credit crédit crédito credito cr cr. c cb k h haben inflow in i + bij kredit masuk abono avere entrada ' +
  '贷 贷方 貸 收入 收 存入 入金 입금 เครดิต кредит приход alacak'
).split(' ')
MARKS_IN.push('贷 cr')
export const MARKS_OUT = (
  'debit débit débito debito dr dr. d db s soll outflow out o - af debet keluar cargo dare saída ' +
  '借 借方 支出 支 取出 出金 출금 เดบิต дебет расход borç'
).split(' ')
MARKS_OUT.push('借 dr')

/** Words of payments that are not booked, or no longer. */
const NOT_BOOKED = (
  'pending processing scheduled reverted declined failed rejected refused cancelled canceled voided expired ' +
  'ausstehend vorgemerkt storniert abgelehnt annulé refusé rejeté pendiente cancelado rechazado pendente recusado ' +
  '处理中 待处理 待付款 交易关闭 交易失败 失败 已撤销 保留中 取消 실패 취소'
).split(' ')
NOT_BOOKED.push('en attente', 'in attesa', 'in behandeling', 'đang xử lý')

export const isNotBooked = (cell: string): boolean => NOT_BOOKED.includes(cell.toLowerCase())

/** The column whose cells say in or out, where no amount has a sign. A few lines of a file may say something else. */
export function markedBy(rows: readonly TableRow[], taken: readonly number[]): number | null {
  const isMark = (cell = '') => [...MARKS_IN, ...MARKS_OUT].includes(cell.toLowerCase())
  const columns = columnsOf(rows).filter((column) => !taken.includes(column))
  const marked = (column: number) => rows.filter(({ cells }) => isMark(cells[column])).length
  return columns.find((column) => marked(column) > 0 && marked(column) * 5 >= rows.length * 4) ?? null
}
