/** Where the API lives: the origin of the page plus /api (PRODUCT.md 6.1); a mini program is told at build time. */
export function apiBase(): string {
  const configured = process.env.TARO_APP_API_ORIGIN
  if (configured) return `${configured}/api`
  return process.env.TARO_ENV === 'h5' ? `${window.location.origin}/api` : '/api'
}
