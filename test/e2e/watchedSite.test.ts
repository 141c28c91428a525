import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { until } from '../support/until'
import { PHONE } from './browser'
import { launchWebKit, testInWebKit } from './webkit'

testInWebKit('a script that failed is a complaint, one that the visitor did not wait for is none', async () => {
  const requested: string[] = []
  const site = createServer((request, response) => {
    requested.push(request.url ?? '')
    if (request.url === '/h5/slow.js') return
    if (request.url === '/h5/missing.js') response.writeHead(404).end()
    else {
      response.setHeader('content-type', 'text/html')
      // After the load event, for which the driver waits.
      response.end(`<head></head><script>addEventListener('load', () => setTimeout(() => {
        const script = document.createElement('script')
        script.src = '/h5' + location.hash.slice(1)
        document.head.append(script)
      }))</script>`)
    }
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const webkit = await launchWebKit(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
  try {
    const { tab, complaints, close } = await webkit.visit(PHONE)
    await tab.go(`${webkit.origin}/h5/?1#/slow.js`)
    await until('the slow script', () => requested.includes('/h5/slow.js'), { everyMs: 50 })
    await tab.go(`${webkit.origin}/h5/?2#/missing.js`)
    await until('a complaint', () => complaints.length > 0, { everyMs: 50 })
    expect(complaints).toEqual([expect.stringContaining('did not load: <script src="/h5/missing.js">')])
    await close()
  } finally {
    await webkit.close()
    site.closeAllConnections()
    site.close()
  }
})
