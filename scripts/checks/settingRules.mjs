/** Settings as three places know them, apart from reading files, so that test/rules can test the comparison. */

/** Names of the list in server/src/shared/settingNames.ts. @param {string} source */
export const listedNames = (source) =>
  [...(/SETTING_NAMES = \[([^\]]*)\]/.exec(source)?.[1] ?? '').matchAll(/'([^']+)'/g)].map((match) => match[1])

/**
 * Names in the first column of the tables below a heading "Settings", down to the next heading.
 * @param {string} document
 */
export function documentedNames(document) {
  const section = document.split(/^## Settings$/m)[1]?.split(/^#/m)[0] ?? ''
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`([A-Z][^`]*)`/g)].map((match) => match[1]))
}

const READS = /\benv\.([A-Z][A-Z0-9_]+)\b|\(\s*env,\s*'([A-Z][A-Z0-9_]+)'/g
/** Not of the server's configuration. */
const OF_THE_PLATFORM = ['PATH', 'SYSTEMROOT', 'NODE_EXTRA_CA_CERTS']

/** Names that a source reads from the environment. @param {string} source */
export const readNames = (source) => [...source.matchAll(READS)].map((match) => match[1] ?? match[2])

/**
 * @param {string[]} listed @param {string[]} documented
 * @param {Map<string, string>} sources path → text, without the list
 * @returns {string[]}
 */
export function settingProblems(listed, documented, sources) {
  const texts = [...sources.values()].join('\n')
  /** @param {string} name */
  const prefix = (name) => name.replace(/<.*>$/, '')
  return [
    ...listed.filter((name) => !documented.includes(name)).map((name) => `OPERATIONS.md, "Settings" lacks ${name}`),
    ...documented
      .filter((name) => !listed.includes(name))
      .map((name) => `OPERATIONS.md, "Settings" has ${name}, which settingNames.ts has not`),
    ...documented
      .filter((name, at) => documented.indexOf(name) !== at)
      .map((name) => `OPERATIONS.md, "Settings" has ${name} twice`),
    ...listed
      .filter((name) => !texts.includes(prefix(name)))
      .map((name) => `settingNames.ts has ${name}, which nothing reads`),
    ...[...sources].flatMap(([path, text]) =>
      readNames(text)
        .filter((name) => !listed.includes(name) && !OF_THE_PLATFORM.includes(name))
        .map((name) => `${path} reads ${name}, which is not in settingNames.ts`),
    ),
  ]
}
