import type { CapitalEntry, CapitalExport, CapitalRecordQuery } from '../../contract/capitalRecord'
import type { AccountStatement } from '../../contract/statement'
import type { ApiResult, Http } from '../api/http'
import { PagedList } from './PagedList'
import { Resource, Resources } from './Resource'

export type CapitalFilter = Pick<CapitalRecordQuery, 'filter' | 'from' | 'to'>

/** Movements of the available balance, and the totals of months and years. */
export class CapitalRecordStore {
  readonly list: PagedList<CapitalEntry, CapitalFilter>

  private readonly statements: Resources<string, Resource<AccountStatement>>

  constructor(private readonly deps: { http: Http }) {
    const { http } = deps
    this.list = new PagedList((filter, cursor) => http.call('listCapitalRecord', { query: { ...filter, cursor } }), {})
    this.statements = new Resources((key) => {
      const [period = '', timeZone = ''] = key.split(' ')
      return new Resource(() => http.call('getStatement', { query: { period, timeZone } }))
    })
  }

  /** The statement of "2026-11" or "2026" by the clock of a time zone (IANA). */
  statementOf(period: string, timeZone: string): Resource<AccountStatement> {
    return this.statements.of(`${period} ${timeZone}`)
  }

  /** All entries of the current filter, for a file. */
  export(): Promise<ApiResult<CapitalExport>> {
    return this.deps.http.call('exportCapitalRecord', { query: this.list.filter })
  }

  reset(): void {
    this.list.reset()
    this.statements.reset()
  }
}
