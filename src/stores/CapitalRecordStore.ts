import type { AssetsWeek } from '../../contract/assets'
import type { CapitalEntry, CapitalExport } from '../../contract/capitalRecord'
import type { MonthlyStatement } from '../../contract/statement'
import type { ApiResult } from '../api/http'
import type { CapitalFilter, WalletApi } from '../api/wallet'
import { PagedList } from './PagedList'
import { Resource, Resources } from './Resource'

export type { CapitalFilter }

/** Movements of the available balance, each month's totals, and the assets of the last week. */
export class CapitalRecordStore {
  readonly list: PagedList<CapitalEntry, CapitalFilter>

  /** What the user owned over the last seven days. */
  readonly week: Resource<AssetsWeek>

  private readonly months: Resources<string, Resource<MonthlyStatement>>

  constructor(private readonly deps: { api: WalletApi }) {
    this.list = new PagedList((filter, cursor) => deps.api.record(filter, cursor), {})
    this.week = new Resource(() => deps.api.assetsWeek())
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
    this.week.reset()
    this.months.reset()
  }
}
