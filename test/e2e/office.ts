import type { Browser } from 'puppeteer-core'
import type { StaffRole } from '../../contract/console'
import { launch } from './browser'
import { agreeTo } from './consoleLooks'
import { act } from './consoleRequests'
import { type Desk, sitDown } from './desk'
import { type RunningServer, startServer } from './server'

/** A separate house, with its first administrator at a desk. */
export interface Office {
  server: RunningServer
  browser: Browser
  admin: Desk
  /** Somebody who has been invited, at their own desk. `host`: the name by which their browser calls the console. */
  joins(login: string, roles: StaffRole[], host?: string): Promise<Desk>
  close(): Promise<void>
}

/** The administrator invites a colleague, who gets this link. */
export async function invited(admin: Desk, login: string, roles: StaffRole[]): Promise<string> {
  const { result } = await act(admin, 'staff.invite', { login, name: login, roles })
  return new URL(`/invitation#${result.token}`, admin.page.url()).href
}

/** Asks for what the open form says; `second` agrees to it under Proposals. */
export async function agreedTo(desk: Desk, reason: string, second: Desk) {
  await desk.fills('Reason, for the audit log', reason)
  await desk.presses('Continue')
  await desk.sees('Waiting for a second person')
  await desk.page.waitForSelector('.ant-modal-wrap', { hidden: true })
  // By its address: the list that is open already asks again after 15 s only.
  await second.page.goto(new URL('/proposals', second.page.url()).href)
  await agreeTo(second, reason)
}

export async function openOffice(settings: Record<string, string> = {}): Promise<Office> {
  const [server, browser] = await Promise.all([startServer(settings), launch()])
  const admin = await sitDown(browser, server.console)
  return {
    server,
    browser,
    admin,
    async joins(login, roles, host) {
      const link = await invited(admin, login, roles)
      return sitDown(browser, host === undefined ? link : link.replace('127.0.0.1', host))
    },
    async close() {
      await browser.close()
      await server.stop()
    },
  }
}
