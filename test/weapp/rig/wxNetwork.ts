import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import WebSocket from 'ws'
import type { Answer, Options } from './wx'

export interface Network {
  /** The origin that was built in, e.g. "http://127.0.0.1:8080". WeChat lets only known domains through. */
  builtFor: string
  /** Where the server really listens. */
  server: string
  /** How many sockets may be open at once. */
  sockets: number
}

interface RequestOptions extends Options {
  url: string
  method?: string
  header?: Record<string, string>
  data?: unknown
  timeout?: number
  dataType?: string
}

interface UploadOptions extends Options {
  url: string
  filePath: string
  name: string
  header?: Record<string, string>
  timeout?: number
}

interface SocketOptions extends Options {
  url: string
}

/** `wx.request`, `wx.connectSocket` and `wx.uploadFile` against a real server on this machine. */
export class WxNetwork {
  /** Set to let nothing through, as without a network. */
  offline = false
  /** How many messages have come over sockets. */
  heard = 0
  /** One line for each call, e.g. "GET /api/app-info 200". */
  readonly log: string[] = []
  private readonly open = new Set<WebSocket>()
  private readonly dead: WebSocket[] = []
  private readonly asking = new Set<ClientRequest>()
  private ended = false

  constructor(
    private readonly network: Network,
    private readonly answer: Answer,
    private readonly files: ReadonlyMap<string, Buffer>,
    private readonly note: (event: string) => void,
  ) {}

  get openSockets(): number {
    return this.open.size
  }

  /** Breaks every socket at once, without a closing handshake; the program hears of it. */
  close(): void {
    for (const socket of [...this.open, ...this.dead]) socket.terminate()
    this.open.clear()
  }

  /** The program has ended: nothing is under way any more, and nothing begins. */
  end(): void {
    this.ended = true
    this.close()
    for (const call of this.asking) call.destroy()
  }

  /** The line is dead and neither end knows: what is sent is lost, nothing comes, and nothing closes. */
  cutSilently(): void {
    for (const socket of this.open) {
      for (const event of ['message', 'close', 'error', 'open']) socket.removeAllListeners(event)
      socket.on('error', () => undefined)
      socket.pause()
      this.open.delete(socket)
      this.dead.push(socket)
    }
  }

  functions() {
    return {
      getNetworkType: (options: Options) =>
        this.answer.success('getNetworkType', options, { networkType: this.offline ? 'none' : '4g' }),
      request: (options: RequestOptions) => this.request(options),
      uploadFile: (options: UploadOptions) => this.uploadFile(options),
      connectSocket: (options: SocketOptions) => this.connectSocket(options),
    }
  }

  /** The address on this machine, or undefined for a domain that the administration does not list. */
  private local(url: string, kind: 'http' | 'ws'): URL | undefined {
    const known = this.network.builtFor.replace(/^http/, kind)
    if (!url.startsWith(`${known}/`)) return undefined
    return new URL(this.network.server.replace(/^http/, kind) + url.slice(known.length))
  }

  private request(options: RequestOptions) {
    const method = options.method ?? 'GET'
    const body = bodyOf(options.data)
    const headers = { 'content-type': 'application/json', ...options.header }
    return this.send('request', options, { method, headers, body }, (text) =>
      options.dataType === undefined || options.dataType === 'json' ? parsed(text) : text,
    )
  }

  private uploadFile(options: UploadOptions) {
    const file = this.files.get(options.filePath)
    if (!file) {
      this.answer.fail('uploadFile', options, 'file not found')
      return taskOf(() => undefined)
    }
    const boundary = 'weapp-rig-boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="${options.name}"; filename="photo.png"\r\ncontent-type: image/png\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const headers = { ...options.header, 'content-type': `multipart/form-data; boundary=${boundary}` }
    return this.send('uploadFile', options, { method: 'POST', headers, body }, (text) => text)
  }

  private send(
    name: string,
    options: RequestOptions | UploadOptions,
    wire: { method: string; headers: Record<string, string>; body: Buffer | undefined },
    read: (text: string) => unknown,
  ) {
    const url = this.local(options.url, 'http')
    this.note(`${wire.method} ${options.url.replace(this.network.builtFor, '')}`)
    const failed = (why: string) => {
      this.log.push(`${wire.method} ${options.url.replace(this.network.builtFor, '')} failed: ${why}`)
      this.answer.fail(name, options, why)
    }
    if (this.offline || this.ended || !url) {
      failed(url ? 'net::ERR_INTERNET_DISCONNECTED' : 'url not in domain list')
      return taskOf(() => undefined)
    }
    const progress = new Set<(event: object) => void>()
    const call = httpRequest(url, { method: wire.method, headers: wire.headers, timeout: options.timeout ?? 60_000 })
    this.asking.add(call)
    call.once('close', () => this.asking.delete(call))
    call.once('response', (response) => {
      textOf(response).then(
        (text) => {
          for (const tell of progress) tell({ progress: 100, totalBytesSent: 1, totalBytesExpectedToSend: 1 })
          this.answer.success(name, options, {
            statusCode: response.statusCode,
            header: headersOf(response),
            data: read(text),
          })
          // Once the program has it: until then, the same question would share this answer.
          const line = `${wire.method} ${url.pathname}${url.search} ${response.statusCode}`
          this.answer.success('log', { success: () => this.log.push(line) })
        },
        (error) => failed(String(error)),
      )
    })
    call.once('timeout', () => call.destroy(new Error('timeout')))
    call.once('error', (error) => failed(error.message))
    call.end(wire.body)
    return taskOf(() => call.destroy(new Error('abort')), progress)
  }

  private connectSocket(options: SocketOptions) {
    const url = this.local(options.url, 'ws')
    const none = {
      send: () => undefined,
      close: () => undefined,
      readyState: 3,
      onOpen() {},
      onMessage() {},
      onError() {},
      onClose() {},
    }
    if (this.open.size >= this.network.sockets) {
      this.log.push('socket refused: too many')
      this.answer.fail('connectSocket', options, 'exceed max task count')
      return none
    }
    if (this.offline || this.ended || !url) {
      this.answer.fail('connectSocket', options, url ? 'net::ERR_INTERNET_DISCONNECTED' : 'url not in domain list')
      return none
    }
    const socket = new WebSocket(url)
    this.open.add(socket)
    this.log.push(`socket ${url.pathname}`)
    socket.once('close', () => this.open.delete(socket))
    socket.on('error', () => undefined)
    socket.on('message', () => {
      this.heard += 1
    })
    this.answer.success('connectSocket', options)
    return socketTask(socket, this.answer)
  }
}

function socketTask(socket: WebSocket, answer: Answer) {
  return {
    get readyState() {
      return socket.readyState
    },
    send: (message: Options & { data: string }) => {
      if (socket.readyState !== WebSocket.OPEN) return answer.fail('sendSocketMessage', message, 'not connected')
      socket.send(message.data)
      answer.success('sendSocketMessage', message)
    },
    close: (options: Options & { code?: number }) => {
      socket.close(options?.code ?? 1000)
      answer.success('closeSocket', options)
    },
    onOpen: (handler: (event: object) => void) => socket.on('open', () => handler({ header: {} })),
    onMessage: (handler: (event: object) => void) => socket.on('message', (data) => handler({ data: String(data) })),
    onError: (handler: (event: object) => void) => socket.on('error', (error) => handler({ errMsg: error.message })),
    onClose: (handler: (event: object) => void) =>
      socket.on('close', (code, reason) => handler({ code, reason: String(reason) })),
  }
}

function taskOf(abort: () => void, progress = new Set<(event: object) => void>()) {
  return {
    abort,
    onHeadersReceived: () => undefined,
    offHeadersReceived: () => undefined,
    onProgressUpdate: (handler: (event: object) => void) => progress.add(handler),
    offProgressUpdate: (handler: (event: object) => void) => progress.delete(handler),
  }
}

function bodyOf(data: unknown): Buffer | undefined {
  if (data === undefined || data === null) return undefined
  return Buffer.from(typeof data === 'string' ? data : JSON.stringify(data))
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** WeChat hands the names over as the server wrote them. */
function headersOf(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {}
  for (let index = 0; index < response.rawHeaders.length; index += 2) {
    headers[response.rawHeaders[index] ?? ''] = response.rawHeaders[index + 1] ?? ''
  }
  return headers
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
