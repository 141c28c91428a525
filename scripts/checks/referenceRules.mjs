/** The rules of citations, apart from reading files, so that test/rules can test them. */

const DOCUMENT = /(?<![\w-])(?:docs\/)?([A-Z][A-Z0-9_]*\.md)\b/g
const SECTION = /^, "([^"]+)"/
const RULES = /^(?: |, | and )(\d+(?:\.\d+)*)\b/

/** Rule numbers that follow a citation of PRODUCT.md: "PRODUCT.md 4.2, 4.3 and 9.1". @param {string} text */
function rulesAfter(text) {
  const numbers = []
  for (let rest = text; ; ) {
    const found = RULES.exec(rest)
    if (!found) return numbers
    numbers.push(found[1])
    rest = rest.slice(found[0].length)
  }
}

/**
 * Documents, sections and rules that a text cites.
 * @param {string} text @returns {{ line: number, document: string, section?: string, rules: string[] }[]}
 */
export function citationsIn(text) {
  return text.split('\n').flatMap((content, index) =>
    [...content.matchAll(DOCUMENT)].map((match) => {
      const after = content.slice(match.index + match[0].length)
      return {
        line: index + 1,
        document: match[1],
        section: SECTION.exec(after)?.[1],
        rules: match[1] === 'PRODUCT.md' ? rulesAfter(after) : [],
      }
    }),
  )
}

const PATH = /`((?:bench|config|console|contract|deploy|docs|scripts|server|src|test)\/[\w./-]+)`/g

/**
 * Files and folders of this repository that a document names.
 * @param {string} text @returns {{ line: number, path: string }[]}
 */
export const pathsIn = (text) =>
  text
    .split('\n')
    .flatMap((content, index) => [...content.matchAll(PATH)].map(([, path]) => ({ line: index + 1, path })))

/** Whether a document has a heading of that text. @param {string} text @param {string} section */
const hasSection = (text, section) =>
  text.split('\n').some((line) => /^#+ /.test(line) && line.replace(/^#+ /, '').trim() === section)

/**
 * Whether PRODUCT.md has the rule, or the section when `rule` is a whole number.
 * @param {string} text @param {string} rule
 */
const hasRule = (text, rule) =>
  text.split('\n').some((line) => line.startsWith(`${rule} `) || line.startsWith(`## ${rule}.`))

/**
 * The problem with a citation, or undefined.
 * @param {ReturnType<typeof citationsIn>[number]} citation
 * @param {Map<string, string>} documents name → text
 */
export function problemOf({ document, section, rules }, documents) {
  const text = documents.get(document)
  if (text === undefined) return `${document} does not exist, neither in the root nor in docs/`
  if (section !== undefined && !hasSection(text, section)) return `${document} has no section "${section}"`
  const missing = rules.find((rule) => !hasRule(text, rule))
  return missing === undefined ? undefined : `${document} has no rule ${missing}`
}
