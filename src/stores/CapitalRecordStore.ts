import type { CapitalEntry, CapitalExport } from '../../contract/capitalRecord'
import type { MonthlyStatement } from '../../contract/statement'
import type { ApiResult } from '../api/http'
import type { CapitalFilter, WalletApi } from '../api/wallet'
import { PagedList } from './PagedList'
import { Resource, Resources } from './Resource'

export type { CapitalFilter }

/** Movements of the available balance, and each month's totals. */
export class CapitalRecordStore {
  readonly list: PagedList<CapitalEntry, CapitalFilter>

  private readonly months: Resources<string, Resource<MonthlyStatement>>

  constructor(private readonly deps: { api: WalletApi }) {
    this.list = new PagedList((filter, cursor) => deps.api.record(filter, cursor), {})
    this.months = new Resources((key) => {
      const [month = '', timeZone = ''] = key.split(' ')
      return new Resource(() => deps.api.statement(month, timeZone))
    })
  }

  /** The statement of "2026-11" by the clock of a time zone (IANA). */
  statementOf(month: string, timeZone: string): Resource<MonthlyStatement> {
    return this.months.of(`${month} ${timeZone}`)
  }

  /** All entries of the current filter, for a file. */
  export(): Promise<ApiResult<CapitalExport>> {
    return this.deps.api.exportRecord(this.list.filter)
  }

  reset(): void {
    this.list.reset()
    this.months.reset()
  }
}
