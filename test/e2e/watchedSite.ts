import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** The server under another address, with a script before all others that tells what the page complains about. */
export interface WatchedSite {
  origin: string
  /** Console errors, exceptions, breaches of the policy, files that did not load, answers of 5xx; in order. */
  complaints: string[]
  stop(): Promise<void>
}

const SCRIPT_PATH = '/h5/complaints.js'
const TELL_PATH = '/complaints'

/** Runs in the page, before its scripts. */
function tellComplaints(path: string) {
  const tell = (what: string) => void navigator.sendBeacon(path, what)
  const told = console.error
  console.error = (...words: unknown[]) => {
    tell(`console error: ${words.map(String).join(' ')}`)
    told.apply(console, words)
  }
  // WebKit reports what it was still loading when the visitor left as failed.
  let isLeaving = false
  addEventListener('beforeunload', () => {
    isLeaving = true
  })
  addEventListener(
    'error',
    (event) => {
      const { target } = event
      if (target instanceof HTMLElement) isLeaving || tell(`did not load: ${target.outerHTML.slice(0, 200)}`)
      else tell(`exception: ${event.message} ${event.error?.stack ?? ''}`)
    },
    true,
  )
  addEventListener('unhandledrejection', (event) => {
    if (!event.defaultPrevented) tell(`unhandled: ${event.reason?.stack ?? event.reason}`)
  })
  document.addEventListener('securitypolicyviolation', (event) => {
    tell(`policy: ${event.violatedDirective} ${event.blockedURI}`)
  })
}

function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    request.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
    request.on('end', () => resolve(text))
  })
}

/** Forwards everything to the server at `origin`. For engines whose driver tells nothing of the console. */
export async function watchSite(origin: string): Promise<WatchedSite> {
  const { hostname, port } = new URL(origin)
  const complaints: string[] = []
  const sockets = new Set<Socket>()

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const isPage = /^\/h5\/(\?|$|index\.html)/.test(incoming.url ?? '')
    const { 'accept-encoding': _, ...plain } = incoming.headers
    const options = { hostname, port, path: incoming.url, method: incoming.method }
    const upstream = request({ ...options, headers: isPage ? plain : incoming.headers }, async (answer) => {
      const { statusCode = 502, headers } = answer
      if (statusCode >= 500) complaints.push(`answer ${statusCode}: ${incoming.url}`)
      if (!isPage || !headers['content-type']?.includes('html')) {
        outgoing.writeHead(statusCode, headers)
        answer.pipe(outgoing)
        return
      }
      const html = (await textOf(answer)).replace('<head>', `<head><script src="${SCRIPT_PATH}"></script>`)
      outgoing.writeHead(statusCode, { ...headers, 'content-length': Buffer.byteLength(html) })
      outgoing.end(html)
    })
    upstream.on('error', () => outgoing.destroy())
    incoming.pipe(upstream)
  }
  const server = createServer(async (incoming, outgoing) => {
    if (incoming.url === TELL_PATH) {
      complaints.push(await textOf(incoming))
      outgoing.writeHead(204).end()
    } else if (incoming.url === SCRIPT_PATH) {
      outgoing.writeHead(200, { 'content-type': 'text/javascript' })
      outgoing.end(`(${tellComplaints})(${JSON.stringify(TELL_PATH)})`)
    } else pass(incoming, outgoing)
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (incoming, socket, head) => {
    const upstream = connect(Number(port), hostname, () => {
      const lines: string[] = [`${incoming.method} ${incoming.url} HTTP/1.1`]
      for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
        lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`)
      }
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      upstream.pipe(socket).pipe(upstream)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    complaints,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}
