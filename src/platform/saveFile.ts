import { copyText } from './clipboard'
import { savesFiles } from './shell'

/** `copied`: this shell saves no files, so the text is on the clipboard, which the user has to be told. */
export type SaveResult = 'saved' | 'copied' | 'failed'

/**
 * Gives the user a file of text, e.g. a statement. The twin is `saveFile.weapp.ts`.
 * `type` is its media type, e.g. "text/csv".
 */
export async function saveFile(name: string, type: string, text: string): Promise<SaveResult> {
  if (!savesFiles()) return (await copyText(text)) ? 'copied' : 'failed'
  try {
    const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    document.body.append(link)
    link.click()
    link.remove()
    // The download reads the address after this turn.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
    return 'saved'
  } catch {
    return 'failed'
  }
}
