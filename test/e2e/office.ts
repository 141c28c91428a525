import type { StaffRole } from '../../contract/console'
import { agreeTo } from './consoleLooks'
import { act } from './consoleRequests'
import type { Desk } from './desk'

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
  // The list that is open already asks again after 15 s only.
  await second.opens('Keys')
  await agreeTo(second, reason)
}
