/** The notification for a push; kept apart from the worker's events so that it can be tested. */

export interface Notice {
  title: string
  options: {
    body: string
    lang: string
    icon: string
    /** A notice takes the place of an earlier one with the same tag; with `renotify` the device alerts again. */
    tag?: string
    renotify?: boolean
    data: { path: string }
  }
}

/** A page of the app with parameters, and nothing that leads anywhere else. */
const PATH = /^\/pages\/[\w/-]+(\?[\w=&%.-]*)?$/
const FALLBACK = '/pages/message/message'

/** Reads a payload of contract/push.ts; undefined for one that this version does not know. */
export function noticeOf(payload: unknown, icon: string): Notice | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined
  const text = (name: string): string => {
    const value: unknown = Reflect.get(payload, name)
    return typeof value === 'string' ? value : ''
  }
  const title = text('title')
  if (title === '') return undefined
  const path = PATH.test(text('path')) ? text('path') : FALLBACK
  const options = { body: text('body'), lang: text('lang'), icon, data: { path } }
  const tag = text('tag')
  return { title, options: tag === '' ? options : { ...options, tag, renotify: true } }
}

/** The address of a page below the app's folder, as its router reads it. */
export const addressOf = (path: string, scope: string): string => `${scope}#${path}`
