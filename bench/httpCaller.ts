import { connect, type Socket } from 'node:net'
import type { PlaceOrder } from '../contract/orders'
import type { AcceptedOrder } from '../contract/proof'

const END_OF_HEAD = '\r\n\r\n'
const SIGNATURE = /^[0-9a-f]{128}$/

/** One connection that is kept open. Sends an order and resolves with the status of its answer, once that was checked. */
export interface HttpCaller {
  place(order: PlaceOrder): Promise<number>
  close(): void
}

/** An answer that lacks the order which was sent, or the house's signature on it, is not an accepted order. */
function check(status: number, body: string, order: PlaceOrder) {
  const answer = JSON.parse(body) as AcceptedOrder
  if (status !== 201) return
  const { acceptance } = answer
  if (answer.id !== order.id || acceptance.terms.id !== order.id || !SIGNATURE.test(acceptance.signature))
    throw new Error(`This is not the answer to order ${order.id}: ${body}`)
}

interface Waiting {
  order: PlaceOrder
  done(status: number): void
  failed(error: Error): void
}

/** The first whole answer in `text`; undefined while a part of it is missing. */
function readAnswer(text: string): { status: number; body: string } | undefined {
  const head = text.indexOf(END_OF_HEAD)
  if (head < 0) return undefined
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))
  if (!length) throw new Error(`An answer does not say how long it is: ${text.slice(0, head)}`)
  const from = head + END_OF_HEAD.length
  const to = from + Number(length[1])
  // Characters are bytes: an order and its acceptance are ASCII.
  return text.length < to ? undefined : { status: Number(text.slice(9, 12)), body: text.slice(from, to) }
}

/**
 * `node:http` takes as much of the processor for a request as the server that it measures. This sends the same request, one at
 * a time, over its own socket, and reads no more of the answer than a client has to.
 */
export function openCaller(port: number, token: string): Promise<HttpCaller> {
  const head = `POST /api/orders HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  let waiting: Waiting | undefined
  let text = ''
  const fail = (error: Error) => {
    waiting?.failed(error)
    waiting = undefined
  }
  function take(chunk: string) {
    text += chunk
    try {
      const answer = readAnswer(text)
      if (!answer || !waiting) return
      const { order, done } = waiting
      check(answer.status, answer.body, order)
      text = ''
      waiting = undefined
      done(answer.status)
    } catch (error) {
      fail(error as Error)
    }
  }
  const callerOn = (socket: Socket): HttpCaller => ({
    place: (order) =>
      new Promise((done, failed) => {
        waiting = { order, done, failed }
        const body = JSON.stringify(order)
        socket.write(`${head}Content-Length: ${body.length}${END_OF_HEAD}${body}`, 'latin1')
      }),
    close: () => socket.destroy(),
  })
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(callerOn(socket)))
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.on('data', take)
    socket.on('error', fail)
    socket.on('close', () => fail(new Error('The server has closed a connection.')))
  })
}
