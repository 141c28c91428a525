import { readdirSync, readFileSync } from 'node:fs'
import { fromRoot } from './paths.mjs'

const FOLDER = fromRoot('src', 'i18n', 'locales')

/** @typedef {{ [key: string]: string | Texts }} Texts groups of texts by name, e.g. `{ auth: { logIn: '…' } }` */

/** The locales that have texts. */
export const textLocales = () => readdirSync(FOLDER).map((file) => file.replace(/\.json$/, ''))

/** @param {string} locale @returns {Texts} */
export const readTexts = (locale) =>
  JSON.parse(readFileSync(fromRoot('src', 'i18n', 'locales', `${locale}.json`), 'utf8'))
