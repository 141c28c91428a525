import { parseSync, Visitor } from 'oxc-parser'

/**
 * @typedef {object} Found
 * @property {string} specifier as written
 * @property {boolean} typeOnly whether nothing of it is left at run time
 * @property {boolean} inline `import('…')` inside a type
 * @property {number} line of the specifier, from 1
 */

const isString = (node) => node?.type === 'Literal' && typeof node.value === 'string'

/** `{ type A, type B }`; an import without names is there for what the module does. */
const allTypes = (specifiers, kind) => specifiers.length > 0 && specifiers.every((each) => each[kind] === 'type')

const isRequire = ({ callee }) => callee.type === 'Identifier' && callee.name === 'require'

/** By kind of node: the source, and whether for types only. */
const SOURCES = {
  ImportDeclaration: (node) => [node.source, node.importKind === 'type' || allTypes(node.specifiers, 'importKind')],
  ExportNamedDeclaration: (node) => [
    node.source,
    node.exportKind === 'type' || allTypes(node.specifiers, 'exportKind'),
  ],
  ExportAllDeclaration: (node) => [node.source, node.exportKind === 'type'],
  ImportExpression: (node) => [node.source, false],
  TSImportType: (node) => [node.source, true],
  CallExpression: (node) => [isRequire(node) ? node.arguments[0] : undefined, false],
}

/**
 * The imports of a module: `import`, `export … from`, `import()`, `require()` and `import('…')` in types.
 * @param {string} file its name says which language it is in
 * @param {string} text
 * @returns {Found[]} in the order of the text
 */
export function importsOf(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0].message}`)
  const found = []
  const reading = (sourceOf, kind) => (node) => {
    const [source, typeOnly] = sourceOf(node)
    if (isString(source))
      found.push({ specifier: source.value, typeOnly, inline: kind === 'TSImportType', start: source.start })
  }
  const visitor = Object.entries(SOURCES).map(([kind, sourceOf]) => [kind, reading(sourceOf, kind)])
  new Visitor(Object.fromEntries(visitor)).visit(program)
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, ...each }) => ({ ...each, line: text.slice(0, start).split('\n').length }))
}
