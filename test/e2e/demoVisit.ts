import { pathsOf } from './walk'

const origin = process.env.E2E_ORIGIN ?? ''
/** A closed order that nobody has: the page says so. */
const NO_ORDER = '00000000-0000-7000-8000-000000000000'

async function ask<T>(path: string, options: { token?: string; body?: unknown } = {}): Promise<T> {
  const { token, body } = options
  const answer = await fetch(`${origin}/api${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return (await answer.json()) as T
}

const firstId = async (path: string, token?: string) =>
  (await ask<{ items?: { id: string }[] }>(path, token === undefined ? {} : { token })).items?.[0]?.id

/** The demo user, logged in, and every page with parameters that show something to that user. */
export async function demoVisit() {
  const demo: { account: string; password: string } = JSON.parse(process.env.E2E_DEMO ?? '{}')
  const session = await ask<{ token: string; user: unknown }>('/sessions', { body: demo })
  const paths = pathsOf({
    news: (await firstId('/news?locale=en-US')) ?? 'none',
    order: (await firstId('/orders?state=closed', session.token)) ?? NO_ORDER,
  })
  return { session, paths }
}
