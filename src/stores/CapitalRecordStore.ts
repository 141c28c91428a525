import type { CapitalEntry, CapitalExport } from '../../contract/capitalRecord'
import type { ApiResult } from '../api/http'
import type { CapitalFilter, WalletApi } from '../api/wallet'
import { PagedList } from './PagedList'

export type { CapitalFilter }

/** What moved the available balance. */
export class CapitalRecordStore {
  readonly list: PagedList<CapitalEntry, CapitalFilter>

  constructor(private readonly deps: { api: WalletApi }) {
    this.list = new PagedList((filter, cursor) => deps.api.record(filter, cursor), {})
  }

  /** Everything of the filter that is shown, for a file. */
  export(): Promise<ApiResult<CapitalExport>> {
    return this.deps.api.exportRecord(this.list.filter)
  }

  reset(): void {
    this.list.reset()
  }
}
