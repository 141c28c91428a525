import type { Photo } from './photo'
import type { WireResponse } from './request'

export interface WireUpload {
  url: string
  headers: Record<string, string>
  photo: Photo
  timeoutMs: number
  /** Percent, 0 to 100, as the bytes leave. */
  onProgress(percent: number): void
  /** Receives the function that ends it; an ended upload answers as a lost network. */
  onStart(abort: () => void): void
}

/** Sends a picture as the multipart part `file`. Never throws. The twin is `upload.weapp.ts`. */
export function sendPhoto(upload: WireUpload): Promise<WireResponse> {
  const { url, headers, photo, timeoutMs, onProgress, onStart } = upload
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? (loaded / total) * 100 : 0)
    request.onload = () => {
      resolve({
        kind: 'answer',
        status: request.status,
        body: request.responseText,
        requestId: request.getResponseHeader('x-request-id') ?? undefined,
      })
    }
    request.onerror = () => resolve({ kind: 'network' })
    request.onabort = () => resolve({ kind: 'network' })
    request.ontimeout = () => resolve({ kind: 'timeout' })
    const form = new FormData()
    form.append('file', new Blob([photo.source], { type: 'image/jpeg' }), 'photo.jpg')
    request.send(form)
    onStart(() => request.abort())
  })
}
