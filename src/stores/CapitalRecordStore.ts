import type { CapitalEntry, CapitalExport, CapitalRecordQuery } from '../../contract/capitalRecord'
import type { MonthlyStatement } from '../../contract/statement'
import type { ApiResult, Http } from '../api/http'
import { PagedList } from './PagedList'
import { Resource, Resources } from './Resource'

export type CapitalFilter = Pick<CapitalRecordQuery, 'filter' | 'from' | 'to'>

/** Movements of the available balance, and each month's totals. */
export class CapitalRecordStore {
  readonly list: PagedList<CapitalEntry, CapitalFilter>

  private readonly months: Resources<string, Resource<MonthlyStatement>>

  constructor(private readonly deps: { http: Http }) {
    const { http } = deps
    this.list = new PagedList((filter, cursor) => http.call('listCapitalRecord', { query: { ...filter, cursor } }), {})
    this.months = new Resources((key) => {
      const [month = '', timeZone = ''] = key.split(' ')
      return new Resource(() => http.call('getStatement', { query: { month, timeZone } }))
    })
  }

  /** The statement of "2026-11" by the clock of a time zone (IANA). */
  statementOf(month: string, timeZone: string): Resource<MonthlyStatement> {
    return this.months.of(`${month} ${timeZone}`)
  }

  /** All entries of the current filter, for a file. */
  export(): Promise<ApiResult<CapitalExport>> {
    return this.deps.http.call('exportCapitalRecord', { query: this.list.filter })
  }

  reset(): void {
    this.list.reset()
    this.months.reset()
  }
}
