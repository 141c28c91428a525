import Taro from '@tarojs/taro'
import type { Socket, SocketHandlers } from './socket'

/** WeChat's `readyState` of a socket that is open. */
const OPEN = 1
/** In a tunnel a socket may neither open nor fail; after this time it counts as failed. */
const OPEN_WITHIN_MS = 15_000

export function openSocket(url: string, handlers: SocketHandlers): Socket {
  let ended = false
  let open = false
  let task: Taro.SocketTask | undefined
  const end = () => {
    if (ended) return
    ended = true
    clearTimeout(limit)
    handlers.onClose()
  }
  const handleOpen = () => {
    if (ended || open) return
    open = true
    clearTimeout(limit)
    handlers.onOpen()
  }
  const limit = setTimeout(() => {
    task?.close({})
    end()
  }, OPEN_WITHIN_MS)
  Taro.connectSocket({ url, fail: end }).then((connected) => {
    task = connected
    if (ended) {
      connected.close({})
      return
    }
    connected.onOpen(handleOpen)
    connected.onMessage(({ data }) => {
      if (!ended && typeof data === 'string') handlers.onText(data)
    })
    connected.onError(end)
    connected.onClose(end)
    // It may have opened before anything listened.
    if (connected.readyState === OPEN) handleOpen()
  }, end)
  return {
    send(text) {
      if (ended || !open || !task) return false
      task.send({ data: text })
      return true
    },
    close() {
      task?.close({})
      end()
    },
  }
}

export const socketUrl = (httpUrl: string): string => httpUrl.replace(/^http/, 'ws')
