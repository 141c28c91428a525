import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { cacheControlOf } from '../src/plugins/staticH5'
import type { App } from '../src/shared/http'
import { createTestApp, type TestApp } from './app'

const folder = mkdtempSync(join(tmpdir(), 'fairtick-h5-'))
const script = 'console.log("fairtick")'.repeat(50)
let server: TestApp
let app: App

beforeAll(async () => {
  mkdirSync(join(folder, 'js'))
  const name = join(folder, 'js', 'app.1a2b3c4.js')
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Fairtick</title>')
  writeFileSync(name, script)
  writeFileSync(`${name}.br`, brotliCompressSync(script))
  writeFileSync(`${name}.gz`, gzipSync(script))
  server = await createTestApp({ h5Folder: folder })
  app = server.app
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

test('the address without a path leads to the app', async () => {
  for (const url of ['/', '/h5']) {
    const answer = await get(url)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/h5/'])
  }
})

test.each(['', 'gzip, deflate, br'])(
  'HTML is never stored, and runs no inline script that the page does not have (accepting %j)',
  async (accepted) => {
    const answer = await get('/h5/', accepted ? { 'accept-encoding': accepted } : {})
    const text = accepted ? brotliDecompressSync(answer.rawPayload).toString() : answer.body
    expect(text).toContain('<title>Fairtick</title>')
    expect(answer.headers['cache-control']).toBe('no-store')
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
    expect(policy).toContain("frame-ancestors 'none'")
  },
)

test.each([
  ['br, gzip', 'br'],
  ['gzip', 'gzip'],
  ['', undefined],
])('accepting %j a script comes as %s and is kept for a year', async (accepted, encoding) => {
  const answer = await get('/h5/js/app.1a2b3c4.js', accepted ? { 'accept-encoding': accepted } : {})
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['content-type']).toContain('javascript')
  if (!encoding) expect(answer.body).toBe(script)
})

test.each(['/h5/missing.js', '/h5/../package.json', '/h5/%2e%2e/package.json', '/h5/..%2f..%2fpackage.json'])(
  '%s is not there',
  async (url) => {
    const answer = await get(url)
    expect([403, 404]).toContain(answer.statusCode)
    expect(answer.body).not.toContain('dependencies')
  },
)

test.each([
  ['index.html', 'no-store'],
  ['static/js/chunk.0123456789abcdef.css', 'public, max-age=31536000, immutable'],
  ['favicon.ico', 'public, max-age=3600'],
])('%s: %s', (path, expected) => expect(cacheControlOf(path)).toBe(expected))
