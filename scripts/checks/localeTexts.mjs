import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fromRoot } from '../lib/paths.mjs'
import { readTexts } from '../lib/texts.mjs'

/** All texts below a node of a locale file, as [key, text]. @param {object} node @returns {[string, string][]} */
export function flatten(node, path = '') {
  return Object.entries(node).flatMap(([key, value]) => {
    const full = path === '' ? key : `${path}.${key}`
    return typeof value === 'string' ? [[full, value]] : flatten(value, full)
  })
}

/** An article without the line in its head that is for operators. @param {string} text */
const withoutNote = (text) => text.replace(/^---\n#.*\n/, '---\n')

/**
 * A user's texts in one language: the texts of its locale file by key, and its articles by folder.
 * @param {string} locale @returns {{ place: string, text: string }[]}
 */
export function textsOf(locale) {
  const texts = flatten(readTexts(locale)).map(([place, text]) => ({ place, text }))
  const articles = ['documents', 'news'].flatMap((kind) =>
    readdirSync(fromRoot('server', 'content', kind))
      .map((name) => ({ place: `${kind}/${name}`, file: fromRoot('server', 'content', kind, name, `${locale}.md`) }))
      .filter(({ file }) => existsSync(file))
      .map(({ place, file }) => ({ place, text: withoutNote(readFileSync(file, 'utf8')) })),
  )
  return [...texts, ...articles]
}
