import { copyText } from './clipboard'
import { savesFiles } from './shell'

/**
 * `shared`: this shell saves no files, and the user has handed it to an app. `copied`: nor does it share any, so the text is on
 * the clipboard, which the user has to be told. `cancelled` by the user. In WeChat a file is `sent` to a chat or `notSent`, and
 * is `ready` if only another tap may send it.
 */
export type SaveResult = 'saved' | 'shared' | 'copied' | 'cancelled' | 'failed' | 'sent' | 'notSent' | 'ready'

/** Offers a file to the apps of the device. Undefined if that is not possible here. */
export async function shareFile(file: File, title?: string): Promise<'shared' | 'cancelled' | undefined> {
  try {
    if (!navigator.canShare?.({ files: [file] })) return undefined
    await navigator.share({ files: [file], ...(title !== undefined && { title }) })
    return 'shared'
  } catch (error) {
    return (error as { name?: string } | null)?.name === 'AbortError' ? 'cancelled' : undefined
  }
}

/** Gives a file to the browser to download. */
export function download(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/**
 * Gives the user a file of text, e.g. a statement. The twin is `saveFile.weapp.ts`.
 * `type` is its media type, e.g. "text/csv".
 */
export async function saveFile(name: string, type: string, text: string): Promise<SaveResult> {
  if (!savesFiles()) {
    const shared = await shareFile(new File([text], name, { type }))
    return shared ?? ((await copyText(text)) ? 'copied' : 'failed')
  }
  try {
    const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
    download(url, name)
    // The download reads the address after this turn.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return 'saved'
  } catch {
    return 'failed'
  }
}
