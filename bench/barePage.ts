import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { TOOLS } from '../scripts/lib/tools.mjs'

const FOLDER = join(__dirname, 'bare')
const TYPES: Record<string, string> = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' }

/**
 * A page of fifteen rows and a button, built by Taro's own defaults from the packages of this repository and served
 * compressed: what our first screen would be without a line of ours for its speed.
 */
export async function barePage(): Promise<{ url: string; close(): void }> {
  const output = join(FOLDER, 'dist')
  execFileSync(process.execPath, [TOOLS.taro, 'build', '--type', 'h5'], {
    cwd: FOLDER,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore',
  })
  const files = new Map<string, Buffer>()
  const bytesOf = (path: string) => {
    const known = files.get(path) ?? brotliCompressSync(readFileSync(join(output, path)))
    files.set(path, known)
    return known
  }
  const server = createServer(({ url = '/' }, response) => {
    const path = url === '/' ? '/index.html' : url
    try {
      const bytes = bytesOf(path)
      response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
      response.setHeader('content-encoding', 'br').end(bytes)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    rmSync(output, { recursive: true, force: true })
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, close }
}
