import { connect, type Socket } from 'node:net'
import { createTestApp, type TestApp } from './app'

let server: TestApp
let origin: string
const sockets: Socket[] = []
beforeAll(async () => {
  server = await createTestApp()
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await server.close()
})

/** Resolves when the text is sent; the rest never comes. */
const begin = (text: string) =>
  new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => socket.write(text, () => resolve()))
    socket.on('error', () => undefined)
    sockets.push(socket)
  })

const HALF_HEAD = 'GET /api/products HTTP/1.1\r\nhost: x\r\nx-slow: '
const HALF_BODY =
  'POST /api/sessions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{"account":'

test('600 connections with half a request keep nobody waiting', async () => {
  await Promise.all(Array.from({ length: 600 }, (_, index) => begin(index % 2 ? HALF_HEAD : HALF_BODY)))
  for (let asked = 0; asked < 20; asked++) expect((await fetch(`${origin}/api/products`)).status).toBe(200)
  // All were answered before any of them was cut off.
  expect(sockets.filter((socket) => !socket.destroyed)).toHaveLength(600)
  // An incomplete request is cut by then.
  const { requestTimeout, headersTimeout } = server.app.server
  expect([requestTimeout, headersTimeout].every((ms) => ms > 0 && ms <= 60_000)).toBe(true)
})

test('1,000 requests on one connection are answered one after the other, and others in between', async () => {
  const ask = 'GET /api/app-info HTTP/1.1\r\nhost: x\r\n\r\n'
  let answers = 0
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  sockets.push(socket)
  const all = new Promise<void>((resolve, reject) => {
    socket.on('data', (chunk) => {
      answers += chunk.toString('latin1').split('HTTP/1.1 200').length - 1
      if (answers >= 990) resolve()
    })
    socket.on('close', reject)
  })
  socket.write(ask.repeat(1_000))
  expect((await fetch(`${origin}/api/products`)).status).toBe(200)
  expect(answers).toBeLessThan(990)
  await all
})
