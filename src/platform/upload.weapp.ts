import Taro from '@tarojs/taro'
import type { WireResponse } from './request'
import type { WireUpload } from './upload'

export async function sendPhoto(upload: WireUpload): Promise<WireResponse> {
  const { url, headers, photo, timeoutMs, onProgress, onStart } = upload
  const startedAt = Date.now()
  try {
    const task = Taro.uploadFile({
      url,
      filePath: String(photo.source),
      name: 'file',
      header: headers,
      timeout: timeoutMs,
    })
    task.progress?.(({ progress }) => onProgress(progress))
    onStart(() => task.abort())
    const { statusCode, data } = await task
    return { kind: 'answer', status: statusCode, body: data, requestId: undefined }
  } catch {
    return { kind: Date.now() - startedAt >= timeoutMs ? 'timeout' : 'network' }
  }
}
