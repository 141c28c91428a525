import { makeAutoObservable } from 'mobx'
import type { UserInfo } from '../../contract/accounts'
import type { AppInfo } from '../../contract/app'

/** The data that registration step one leaves for step two, and for the way back to step one. */
export interface RegisterInfo {
  account: string
  phone: string
  phoneCountry: string
  openingCode: string
  /** Empty once it has expired; the answers above stay. */
  registrationToken: string
  /** Instant, ISO 8601. */
  expiresAt: string
}

/** The session state of PRODUCT.md 3.1: these six fields are what local storage keeps. */
export interface SessionFields {
  token: string
  userInfo: UserInfo | null
  appInfo: AppInfo | null
  registerInfo: RegisterInfo | null
  orderBackUrl: string
  kefuUrl: string
}

const REGISTER_FIELDS = ['account', 'phone', 'phoneCountry', 'openingCode', 'registrationToken', 'expiresAt'] as const

const emptySession = (): SessionFields => ({
  token: '',
  userInfo: null,
  appInfo: null,
  registerInfo: null,
  orderBackUrl: '',
  kefuUrl: '',
})

/** The logged-in user, and data that has to survive a reload. Reset as a whole at logout (PRODUCT.md 3.1). */
export class SessionStore implements SessionFields {
  token = ''
  userInfo: UserInfo | null = null
  appInfo: AppInfo | null = null
  registerInfo: RegisterInfo | null = null
  orderBackUrl = ''
  kefuUrl = ''
  /** The app waits for the user's PIN; kept by `persistence/appLock.ts`, not here. */
  private locked = false

  constructor() {
    makeAutoObservable(this)
  }

  /** Decimals of the platform currency; 2, as most currencies have, until the server names them. */
  get scale(): number {
    return this.appInfo?.currency.scale ?? 2
  }

  get isLoggedIn(): boolean {
    return this.token !== ''
  }

  /** Nothing of the user is shown and nothing can be done. */
  get isLocked(): boolean {
    return this.locked && this.isLoggedIn
  }

  lock(): void {
    this.locked = true
  }

  unlock(): void {
    this.locked = false
  }

  /** Exactly the fields that are persisted. */
  get fields(): SessionFields {
    const { token, userInfo, appInfo, registerInfo, orderBackUrl, kefuUrl } = this
    return { token, userInfo, appInfo, registerInfo, orderBackUrl, kefuUrl }
  }

  logIn(token: string, userInfo: UserInfo): void {
    this.token = token
    this.userInfo = userInfo
    this.registerInfo = null
  }

  setAppInfo(appInfo: AppInfo): void {
    this.appInfo = appInfo
    this.kefuUrl = appInfo.kefuUrl ?? ''
  }

  setRegisterInfo(registerInfo: RegisterInfo | null): void {
    this.registerInfo = registerInfo
  }

  /** Where to go after login; kept because the login page may be reloaded. */
  setOrderBackUrl(url: string): void {
    this.orderBackUrl = url
  }

  /** Gives the address kept for after login, once. */
  takeOrderBackUrl(): string {
    const url = this.orderBackUrl
    this.orderBackUrl = ''
    return url
  }

  /** The whole session goes: logout, an ended session, or a cleared cache. */
  reset(): void {
    Object.assign(this, emptySession())
    this.locked = false
  }

  /** Takes what storage held; undefined is an empty session. */
  restore(fields: SessionFields | undefined): void {
    Object.assign(this, emptySession(), fields)
  }
}

/**
 * Reads persisted fields. Anything missing or damaged gives undefined here and an empty session, so that corrupted
 * storage means "logged out" and never a broken app.
 */
export function parseSession(value: unknown): SessionFields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const record = value as Record<string, unknown>
  const text = (name: string) => (typeof record[name] === 'string' ? (record[name] as string) : '')
  return {
    token: text('token'),
    userInfo: withTexts<UserInfo>(record.userInfo, ['account', 'nickname']),
    appInfo: withTexts<AppInfo>(record.appInfo, ['name', 'version', 'funds', 'feed']),
    registerInfo: withTexts<RegisterInfo>(record.registerInfo, [...REGISTER_FIELDS]),
    orderBackUrl: text('orderBackUrl'),
    kefuUrl: text('kefuUrl'),
  }
}

function withTexts<T>(value: unknown, names: (keyof T & string)[]): T | null {
  if (typeof value !== 'object' || value === null) return null
  const record = value as Record<string, unknown>
  return names.every((name) => typeof record[name] === 'string') ? (value as T) : null
}
