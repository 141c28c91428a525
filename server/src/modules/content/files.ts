import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOCALES, type Locale } from '../../../../contract/locales'
import { unfitCharacter } from '../../../../contract/plainText'
import { loadSharp } from '../../shared/pictures'

/** One language of an article, as a file in a folder: `<id>/<locale>.md`. */
export interface SourceText {
  locale: Locale
  title: string
  summary: string
  markdown: string
}

export interface Picture {
  /** "<sha256>.webp" */
  name: string
  bytes: Buffer
}

export interface SourceItem {
  id: string
  texts: SourceText[]
  /** From `cover.*` in the folder. */
  cover: Picture | undefined
  /** Pictures that the Markdown names by their file name. */
  pictures: Map<string, Picture>
}

/** The problem with a folder, in one sentence. */
export class SourceProblem extends Error {
  override name = 'SourceProblem'
}

const PICTURE = /\.(png|jpe?g|webp)$/i
const SIDE_MAX = 1600
const PIXELS_MAX = 40_000_000
export const TITLE_MAX = 120
export const SUMMARY_MAX = 300

/** Front matter of two lines, `title:` and `summary:`, between lines of three dashes. */
export function readFrontMatter(text: string, where: string): Omit<SourceText, 'locale'> {
  const [, head, body] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text) ?? []
  if (head === undefined || body === undefined) throw new SourceProblem(`${where} has to begin with --- and a title.`)
  const unfit = unfitCharacter(text)
  if (unfit !== undefined)
    throw new SourceProblem(`${where} holds the hidden control character ${unfit}: type the text around it anew.`)
  const field = (name: string, max: number) => {
    const value = new RegExp(`^${name}:[ \\t]*(.*)$`, 'm').exec(head)?.[1]?.trim() ?? ''
    if (value.length > max) throw new SourceProblem(`${where}: "${name}" has at most ${max} characters.`)
    return value
  }
  const title = field('title', TITLE_MAX)
  if (title === '') throw new SourceProblem(`${where} needs a line "title: …".`)
  return { title, summary: field('summary', SUMMARY_MAX), markdown: body.trim() }
}

/** Re-encodes the picture, so that any other data in the file is dropped. */
export async function makePicture(source: string | Buffer): Promise<Picture> {
  const sharp = await loadSharp()
  try {
    const bytes = await sharp(source, { limitInputPixels: PIXELS_MAX })
      .rotate()
      .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 82 })
      .toBuffer()
    return { name: `${createHash('sha256').update(bytes).digest('hex')}.webp`, bytes }
  } catch {
    throw new SourceProblem(`${typeof source === 'string' ? source : 'This'} is not a picture that can be read.`)
  }
}

/** Replaces file names of pictures in the text by their stored names. */
export function withMediaNames(markdown: string, pictures: ReadonlyMap<string, Picture>): string {
  return markdown.replace(/(!\[[^\]]*\]\()([^)\s]+)(\))/g, (whole, before: string, file: string, after: string) => {
    const picture = pictures.get(file)
    return picture ? `${before}/api/media/${picture.name}${after}` : whole
  })
}

/** Reads the folder of one article. Throws `SourceProblem`. */
export async function readItem(folder: string, id: string): Promise<SourceItem> {
  if (!/^[a-z0-9-]{2,64}$/.test(id))
    throw new SourceProblem(`"${id}" is no name: use lower-case letters, digits and dashes.`)
  if (!existsSync(folder)) throw new SourceProblem(`There is no folder ${folder}.`)
  const files = readdirSync(folder)
  const texts: SourceText[] = []
  for (const locale of LOCALES) {
    if (!files.includes(`${locale}.md`)) continue
    texts.push({ locale, ...readFrontMatter(readFileSync(join(folder, `${locale}.md`), 'utf8'), `${id}/${locale}.md`) })
  }
  if (texts.length === 0) throw new SourceProblem(`${folder} holds no <locale>.md, for example en-US.md.`)
  const pictures = new Map<string, Picture>()
  for (const file of files.filter((name) => PICTURE.test(name)))
    pictures.set(file, await makePicture(join(folder, file)))
  const cover = [...pictures].find(([name]) => name.startsWith('cover.'))?.[1]
  return { id, texts, cover, pictures }
}
