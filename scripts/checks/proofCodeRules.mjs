// The rules of the check `proof codes`; scripts/checks/proofCodes.mjs reads the files.

/** @param {RegExp} pattern @param {string} text */
const codesBy = (pattern, text) => new Set([...text.matchAll(pattern)].map((match) => match[1]))

/** Code → what the table of that section says of it. @param {string} text */
export function codesOfPage(text) {
  const section = text.split(/^## /m).find((part) => part.startsWith('What a verifier checks\n')) ?? ''
  return new Map([...section.matchAll(/^\| `([a-z_]+)` +\| (.*?) *\|$/gm)].map(([, code, words]) => [code, words]))
}

/**
 * `['code', 'a sentence']`, or a call that makes the sentence, and `code: 'a sentence'` in a list: a sentence has a space before
 * anything that ends a text.
 * @param {string} text
 */
export const codesOfNode = (text) =>
  new Set([
    ...codesBy(/\[\s*'([a-z_]+)',\s*(?:['`](?=[^'`,]* )|[a-z]\w*\()/g, text),
    ...codesBy(/^ {2}([a-z_]+): ['`](?=[^'`,]* )/gm, text),
  ])

/** `yield "code"`, `["code"]`, `{"code"}` and `add("code")`, but no `dict["field"]`. @param {string} text */
export const codesOfPython = (text) => codesBy(/(?:\byield |\.add\(|(?<![\w\])])[[{])"([a-z_]+)"(?=[\]})\n]|$)/gm, text)

/**
 * The kinds of problems of receipts and of logs that the app tells apart; `history` only holds others.
 * @param {string} text
 */
export function codesOfApp(text) {
  const types = [...text.matchAll(/^export type (?:Receipt|History)Problem =\n((?: .*\n)+)/gm)]
  const codes = codesBy(/^ *\| \(?\{ kind: '([a-z_]+)'/gm, types.map(([, union]) => union).join('\n'))
  codes.delete('history')
  return codes
}

/**
 * Codes that the page lacks, and codes of the page that a program which has to know them does not name, as sentences.
 * @param {Map<string, string>} page code → what the page says of it
 * @param {{ name: string, codes: Set<string>, knows: 'all' | 'scripts' | 'some' }[]} sources `all`: those of the app, too
 */
export function problemsOf(page, sources) {
  /** @param {string} code */
  const isOfApp = (code) => page.get(code)?.startsWith('in the app:') === true
  return sources.flatMap(({ name, codes, knows }) => [
    ...[...codes]
      .filter((code) => !page.has(code))
      .map((code) => `${name} names the code ${code}, which docs/PROOF_FORMAT.md lacks`),
    ...[...page.keys()]
      .filter((code) => knows !== 'some' && !codes.has(code) && !(knows === 'scripts' && isOfApp(code)))
      .map((code) => `docs/PROOF_FORMAT.md has the code ${code}, which ${name} never names`),
  ])
}
