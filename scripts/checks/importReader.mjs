import { parseSync, Visitor } from 'oxc-parser'

/**
 * @typedef {object} Found
 * @property {string} specifier as written
 * @property {boolean} typeOnly whether nothing of it is left at run time
 * @property {boolean} inline `import('…')` inside a type
 * @property {number} line of the specifier, from 1
 */

/**
 * `{ type A, type B }`; an import without names is there for what the module does.
 * @param {(import('oxc-parser').ImportDeclarationSpecifier | import('oxc-parser').ExportSpecifier)[]} specifiers
 */
const allTypes = (specifiers) =>
  specifiers.length > 0 &&
  specifiers.every(
    (each) => ('exportKind' in each ? each.exportKind : 'importKind' in each && each.importKind) === 'type',
  )

/**
 * The imports of a module: `import`, `export … from`, `import()`, `require()` and `import('…')` in types.
 * @param {string} file its name says which language it is in
 * @param {string} text
 * @returns {Found[]} in the order of the text
 */
export function importsOf(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  /** @type {(Omit<Found, 'line'> & { start: number })[]} */
  const found = []
  /** @param {import('oxc-parser').Node | null | undefined} source @param {boolean} typeOnly @param {boolean} [inline] */
  const note = (source, typeOnly, inline = false) => {
    if (source?.type === 'Literal' && typeof source.value === 'string')
      found.push({ specifier: source.value, typeOnly, inline, start: source.start })
  }
  // biome-ignore-start lint/correctness/noComponentHookFactories: kinds of nodes, not components
  new Visitor({
    ImportDeclaration: (node) => note(node.source, node.importKind === 'type' || allTypes(node.specifiers)),
    ExportNamedDeclaration: (node) => note(node.source, node.exportKind === 'type' || allTypes(node.specifiers)),
    ExportAllDeclaration: (node) => note(node.source, node.exportKind === 'type'),
    ImportExpression: (node) => note(node.source, false),
    TSImportType: (node) => note(node.source, true, true),
    CallExpression: ({ callee, arguments: [first] }) => {
      if (callee.type === 'Identifier' && callee.name === 'require') note(first, false)
    },
  }).visit(program)
  // biome-ignore-end lint/correctness/noComponentHookFactories: kinds of nodes, not components
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, ...each }) => ({ ...each, line: text.slice(0, start).split('\n').length }))
}
