import type { AccountLimit, AccountLimits, BeginBreak, HelpLines } from '../../contract/accountLimits'
import type { AccountLimitKind } from '../../contract/limits'
import type { Locale } from '../../contract/locales'
import type { ApiResult, Http } from '../api/http'
import { Resource } from './Resource'

export interface AccountLimitsStoreDeps {
  http: Http
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
    this.current = new Resource(() => deps.http.call('getAccountLimits'))
    this.helpLines = new Resource(() => deps.http.call('listHelpLines', { query: { locale: deps.locale() } }))
  }

  limitOf(kind: AccountLimitKind): AccountLimit | undefined {
    return this.current.value?.limits.find((limit) => limit.kind === kind)
  }

  /** `value` null asks for the removal. */
  set(kind: AccountLimitKind, value: string | null): Promise<ApiResult<AccountLimits>> {
    const { http, timeZone } = this.deps
    const body = { value, timeZone: timeZone() }
    return this.current.takeFrom(http.call('setAccountLimit', { params: { kind }, body }))
  }

  confirm(kind: AccountLimitKind): Promise<ApiResult<AccountLimits>> {
    return this.current.takeFrom(this.deps.http.call('confirmAccountLimit', { params: { kind } }))
  }

  beginBreak(body: BeginBreak): Promise<ApiResult<AccountLimits>> {
    return this.current.takeFrom(this.deps.http.call('beginBreak', { body }))
  }

  endBreak(): Promise<ApiResult<AccountLimits>> {
    return this.current.takeFrom(this.deps.http.call('endBreak'))
  }

  /** The session is over; nothing of the user stays in memory. */
  reset(): void {
    this.current.reset()
    this.helpLines.reset()
  }
}
