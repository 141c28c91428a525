import type { InjectOptions } from 'fastify'
import { TOTP } from 'otpauth'
import type { StaffRole } from '../../contract/console'
import { buildConsole } from '../src/office/http/consoleApp'
import { unwrap } from '../src/office/http/http'
import { present } from '../src/shared/assert'
import { depsOfStaff, type TestApp } from './app'

export const STAFF_PASSWORD = 'a long staff password'

/** A person of the staff, signed in. */
export interface TestStaff {
  login: string
  get(url: string): ReturnType<StaffConsole['inject']>
  post(url: string, payload?: object): ReturnType<StaffConsole['inject']>
  delete(url: string): ReturnType<StaffConsole['inject']>
  /** Asks for an action: it is done, or waits for a second person. */
  act(action: string, params: object, reason?: string): ReturnType<StaffConsole['inject']>
  /** Agrees to a proposal, by its id or as whoever asked for it was answered. */
  agree(proposal: string | { json(): { proposal: string } }): ReturnType<StaffConsole['inject']>
  claim(queue: string, key: string): ReturnType<StaffConsole['inject']>
  code(): string
  cookie: string
}

/** Why the console refused. */
export const problemOf = (answer: { json(): { problem?: string } }) => answer.json().problem

/** The console of a test server, and people who work in it. */
export async function createTestConsole(server: TestApp, options: { folder?: string } = {}) {
  const { app, staff } = await buildConsole(depsOfStaff(server.deps), options)
  await app.ready()
  const inject = (request: InjectOptions) => app.inject({ ...request, url: `/console-api${String(request.url)}` })

  const secrets = new Map<string, string>()

  const as = (login: string, cookie: string, secret: string): TestStaff => {
    secrets.set(login, secret)
    const headers = { cookie, 'x-console': '1' }
    const post = (url: string, payload?: object) =>
      inject({ method: 'POST', url, headers, ...(payload && { payload }) })
    return {
      login,
      cookie,
      code: () => new TOTP({ secret }).generate({ timestamp: server.clock.now() }),
      get: (url) => inject({ method: 'GET', url, headers }),
      post,
      act: (action, params, reason = 'as the file says') => post(`/actions/${action}`, { params, reason }),
      agree: (asked) => post(`/proposals/${typeof asked === 'string' ? asked : asked.json().proposal}/agree`),
      claim: (queue, key) => post(`/queues/${queue}/${key}/claim`),
      delete: (url) => inject({ method: 'DELETE', url, headers }),
    }
  }

  /** Takes an invitation as a browser does. */
  async function accept(token: string): Promise<TestStaff> {
    const headers = { 'x-console': '1' }
    const opened = await inject({ method: 'POST', url: '/invitations/open', headers, payload: { token } })
    const { login, secret } = opened.json<{ login: string; secret: string }>()
    const code = new TOTP({ secret }).generate({ timestamp: server.clock.now() })
    const payload = { token, password: STAFF_PASSWORD, code }
    const accepted = await inject({ method: 'POST', url: '/invitations/accept', headers, payload })
    const cookie = present(accepted.cookies[0], `${login} is signed in: ${accepted.body}`)
    return as(login, `${cookie.name}=${cookie.value}`, secret)
  }

  /** Somebody whose session has ended, in a new one. */
  async function signIn({ login, code }: TestStaff): Promise<TestStaff> {
    const payload = { login, password: STAFF_PASSWORD, code: code() }
    const answer = await inject({ method: 'POST', url: '/session', headers: { 'x-console': '1' }, payload })
    const cookie = present(answer.cookies[0], `${login} is signed in: ${answer.body}`)
    return as(login, `${cookie.name}=${cookie.value}`, present(secrets.get(login), login))
  }

  /** Somebody with these roles, invited by the house. */
  async function join(login: string, roles: StaffRole[]): Promise<TestStaff> {
    const invited = await server.database.withTransaction((tx) =>
      staff.invite(tx, { login, name: login, roles, invitedBy: null }),
    )
    return accept(unwrap(invited).token)
  }

  /** Closes its server as well. */
  async function close() {
    await app.close()
    await server.close()
  }

  return { app, staff, inject, accept, signIn, join, close }
}

export type StaffConsole = Awaited<ReturnType<typeof createTestConsole>>
