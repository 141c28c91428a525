/** A text socket. The handlers are called in order; `onClose` once, whichever side closes. */
export interface SocketHandlers {
  onOpen(): void
  onText(text: string): void
  onClose(): void
}

export interface Socket {
  /** False if the socket is not open. */
  send(text: string): boolean
  close(): void
}

/** The mini program's twin is `socket.weapp.ts`. */
export function openSocket(url: string, handlers: SocketHandlers): Socket {
  const socket = new WebSocket(url)
  let ended = false
  const end = () => {
    if (ended) return
    ended = true
    handlers.onClose()
  }
  socket.onopen = () => !ended && handlers.onOpen()
  socket.onmessage = (event: MessageEvent) => {
    if (!ended && typeof event.data === 'string') handlers.onText(event.data)
  }
  socket.onerror = end
  socket.onclose = end
  return {
    send(text) {
      if (ended || socket.readyState !== WebSocket.OPEN) return false
      socket.send(text)
      return true
    },
    // iOS may take minutes to report a close of a dead connection, so the end is told at once.
    close() {
      socket.close()
      end()
    },
  }
}

/** The WebSocket address of an http address. */
export const socketUrl = (httpUrl: string): string => httpUrl.replace(/^http/, 'ws')
