import { pickFile } from './pickFile'

/** A receipt of the longest order has some 2 MB. */
const BYTES_MAX = 8_000_000

/** In place of a text: why there is none. */
export type FileProblem = 'tooLarge' | 'unreadable'

/** The text of a file that the user chose; undefined if they did not. The twin is `textFile.weapp.ts`. */
export async function openTextFile(): Promise<{ text: string } | FileProblem | undefined> {
  const file = await pickFile('.json,application/json,text/plain')
  if (!file) return undefined
  return file.size > BYTES_MAX ? 'tooLarge' : { text: await file.text() }
}
