import type { ActionAnswer } from '../../contract/consoleActions'
import type { Desk } from './desk'

/** Asks the console's own endpoints as the page does. */
export async function ask<T = Record<string, string>>(
  { page }: Desk,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const answer = await page.evaluate(
    async (how, where, sent) => {
      const headers = { 'x-console': '1', ...(sent && { 'content-type': 'application/json' }) }
      const got = await fetch(`/console-api${where}`, { method: how, headers, ...(sent && { body: sent }) })
      const isText = got.headers.get('content-type')?.startsWith('application/json')
      return { ok: got.ok, text: isText ? await got.text() : '' }
    },
    method,
    path,
    body && JSON.stringify(body),
  )
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.text}`)
  return (answer.text === '' ? null : JSON.parse(answer.text)) as T
}

export const act = (desk: Desk, action: string, params: object) =>
  ask<ActionAnswer>(desk, 'POST', `/actions/${action}`, { params, reason: 'for the test' })
