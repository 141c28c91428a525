import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { until } from '../../test/support/until'
import { createLog } from '../src/shared/log'
import { office, server, withConsole } from './consoleOfFile'

// Requests that no HTTP client of a browser sends.

let text = ''
const destination = new Writable({
  write(chunk, _encoding, done) {
    text += chunk
    done()
  },
})
withConsole({}, { log: createLog('info', destination) })
let ports: number[]
beforeAll(async () => {
  ports = await Promise.all(
    [server.app, office.app].map(async (app) => Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)),
  )
})

/** Everything that the server says until it hangs up. */
const answerTo = (port: number, request: string) =>
  new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(said))
  })

const BODY = '2\r\n{}\r\n0\r\n\r\n'
const post = (...headers: string[]) =>
  ['POST /api/sessions HTTP/1.1', 'content-type: application/json', ...headers, '', ''].join('\r\n')

test.each([
  ['two hosts', `GET /api/products HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n`],
  [
    'two hosts of a socket',
    `GET /api/stream HTTP/1.1\r\nHost: a\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  ],
  ['no host', `GET /api/products HTTP/1.1\r\n\r\n`],
  ['an encoding before chunked', post('Host: a', 'Transfer-Encoding: identity, chunked') + BODY],
  ['encodings in two headers', post('Host: a', 'Transfer-Encoding: gzip', 'Transfer-Encoding: chunked') + BODY],
  ['a length beside chunked', post('Host: a', 'Content-Length: 2', 'Transfer-Encoding: chunked') + BODY],
])('%s: 400, and nothing after it is read from that connection', async (_what, request) => {
  for (const port of ports) {
    const said = await answerTo(port, `${request}GET /api/products HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    expect(said.split('HTTP/1.1 ').slice(1)).toEqual([expect.stringMatching(/^400 /)])
  }
})

test('a plain chunked request is read', async () => {
  const [port = 0] = ports
  const said = await answerTo(port, post('Host: a', 'Transfer-Encoding: Chunked', 'Connection: close') + BODY)
  expect(said).toMatch(/^HTTP\/1.1 400 /)
  expect(said).toContain('"field":"account"')
})

test('a client that hangs up in the middle of its request is no failure of the database', async () => {
  const [port = 0] = ports
  const half = `${post('Host: a', 'Content-Length: 90')}{"account":`
  let [began, hungUp] = [0, 0]
  server.app.server.on('request', (request) => {
    began++
    request.on('close', () => hungUp++)
  })
  for (let count = 1; count <= 20; count++) {
    const socket = connect(port, '127.0.0.1', () => socket.write(half))
    socket.on('error', () => undefined)
    await until('the request has begun', () => began === count)
    socket.resetAndDestroy()
    await until('the server has noticed', () => hungUp === count)
  }
  expect(text).not.toContain('unavailable dependency')
  expect(text).not.toContain('"level":50')
})
