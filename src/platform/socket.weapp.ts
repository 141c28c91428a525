import Taro from '@tarojs/taro'
import type { Socket, SocketHandlers } from './socket'

export function openSocket(url: string, handlers: SocketHandlers): Socket {
  let ended = false
  let open = false
  let task: Taro.SocketTask | undefined
  const end = () => {
    if (ended) return
    ended = true
    handlers.onClose()
  }
  Taro.connectSocket({ url, fail: end }).then((connected) => {
    task = connected
    if (ended) {
      connected.close({})
      return
    }
    connected.onOpen(() => {
      open = true
      if (!ended) handlers.onOpen()
    })
    connected.onMessage(({ data }) => {
      if (!ended && typeof data === 'string') handlers.onText(data)
    })
    connected.onError(end)
    connected.onClose(end)
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
