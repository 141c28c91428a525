import type { AccountLimit, AccountLimits, BeginBreak, HelpLines } from '../../contract/accountLimits'
import type { AccountLimitKind } from '../../contract/limits'
import type { Locale } from '../../contract/locales'
import type { AccountLimitsApi } from '../api/accountLimits'
import type { ApiResult } from '../api/http'
import { Resource } from './Resource'

export interface AccountLimitsStoreDeps {
  api: AccountLimitsApi
  /** IANA name of the device's time zone. */
  timeZone(): string
  locale(): Locale
}

/** Limits and breaks that the logged-in user has set, and help lines. */
export class AccountLimitsStore {
  readonly current: Resource<AccountLimits>
  /** Services that help where the user lives. */
  readonly helpLines: Resource<HelpLines>

  constructor(private readonly deps: AccountLimitsStoreDeps) {
    this.current = new Resource(() => deps.api.get())
    this.helpLines = new Resource(() => deps.api.helpLines(deps.locale()))
  }

  limitOf(kind: AccountLimitKind): AccountLimit | undefined {
    return this.current.value?.limits.find((limit) => limit.kind === kind)
  }

  /** `value` null asks for the removal. */
  set(kind: AccountLimitKind, value: string | null): Promise<ApiResult<AccountLimits>> {
    return this.current.takeFrom(this.deps.api.set(kind, { value, timeZone: this.deps.timeZone() }))
  }

  confirm(kind: AccountLimitKind): Promise<ApiResult<AccountLimits>> {
    return this.current.takeFrom(this.deps.api.confirm(kind))
  }

  beginBreak(wish: BeginBreak): Promise<ApiResult<AccountLimits>> {
    return this.current.takeFrom(this.deps.api.beginBreak(wish))
  }

  endBreak(): Promise<ApiResult<AccountLimits>> {
    return this.current.takeFrom(this.deps.api.endBreak())
  }

  /** The session is over; nothing of the user stays in memory. */
  reset(): void {
    this.current.reset()
    this.helpLines.reset()
  }
}
