import { apiBase } from './apiBase'

/** The whole address of a page of ours, e.g. "/pages/check/check?code=…", as any browser can open it. */
export function webAddress(url: string): string {
  if (process.env.TARO_ENV === 'h5') return `${window.location.origin}${window.location.pathname}#${url}`
  return `${apiBase().replace(/\/api$/, '')}/h5/#${url}`
}
