import { join } from 'node:path'
import * as ast from 'typescript/unstable/ast/is'
import { API, SignatureKind } from 'typescript/unstable/sync'
import { ROOT } from '../lib/paths.mjs'

export const title = 'a function on the server gives each error code that its type names'

/** A type with more codes than this is a handler's answer, which is open to every code of the contract. */
const ALL_CODES = 40

/**
 * @typedef {import('typescript/unstable/ast').Node} Node
 * @typedef {import('typescript/unstable/ast').Expression} Expression
 * @typedef {import('typescript/unstable/sync').Type} Type
 * @typedef {import('typescript/unstable/ast').MethodDeclaration} Method
 * @typedef {import('typescript/unstable/ast').FunctionDeclaration | import('typescript/unstable/ast').FunctionExpression | import('typescript/unstable/ast').ArrowFunction | Method} Fn
 */

/** @param {Node} node @returns {node is Fn} */
const isFunction = (node) =>
  ast.isFunctionDeclaration(node) ||
  ast.isFunctionExpression(node) ||
  ast.isArrowFunction(node) ||
  ast.isMethodDeclaration(node)

/** The compiler says that a type names no fewer codes than are returned; this says that it names no more. */
class Reader {
  /** @param {import('typescript/unstable/sync').Checker} checker */
  constructor(checker) {
    this.checker = checker
  }

  /** @param {Type} type @returns {Type[]} */
  members(type) {
    if (type.isUnionType()) return type.getTypes().flatMap((one) => this.members(one))
    if (type.getSymbol()?.name !== 'Promise') return [type]
    const [value] = this.checker.getTypeArguments(
      /** @type {import('typescript/unstable/sync').TypeReference} */ (type),
    )
    return value ? this.members(value) : [type]
  }

  /** @param {Type} type @param {string} name */
  property(type, name) {
    if (!type.isObjectType() && !type.isIntersectionType()) return undefined
    const symbol = this.checker.getPropertyOfType(type, name)
    return symbol && this.checker.getTypeOfSymbol(symbol)
  }

  /** @param {Type} type */
  literals(type) {
    return this.members(type).flatMap((one) => (one.isStringLiteralType() ? [one.value] : []))
  }

  /** The codes of an `AppError<'a' | 'b'>`, or of a plain `'a' | 'b'`. @param {Type} type */
  codesOfError(type) {
    return this.members(type).flatMap((one) => {
      const code = this.property(one, 'code')
      return code ? this.literals(code) : this.literals(one)
    })
  }

  /** The codes of each `Result<…, E>` among what a type can be. @param {Type | undefined} type */
  codesOf(type) {
    if (!type) return /** @type {Set<string>} */ (new Set())
    return new Set(
      this.members(type).flatMap((one) => {
        const error = this.property(one, 'ok') && this.property(one, 'error')
        return error ? this.codesOfError(error) : []
      }),
    )
  }

  /** @param {Type | undefined} type */
  answerOf(type) {
    const [signature] = type ? this.checker.getSignaturesOfType(type, SignatureKind.Call) : []
    return signature && this.checker.getReturnTypeOfSignature(signature)
  }

  /**
   * The answer that an object's type gives one of its functions.
   * @param {Method | import('typescript/unstable/ast').PropertyAssignment | import('typescript/unstable/ast').ShorthandPropertyAssignment} member
   */
  expected({ parent, name }) {
    const type = this.checker.getContextualType(/** @type {Expression} */ (parent))
    return type && 'text' in name ? this.answerOf(this.property(type, String(name.text))) : undefined
  }

  /** @param {Fn} node */
  declared(node) {
    if (node.type) return this.codesOf(this.checker.getTypeFromTypeNode(node.type))
    if (ast.isMethodDeclaration(node)) return this.codesOf(this.expected(node))
    if (ast.isFunctionDeclaration(node)) return this.codesOf(undefined)
    return this.codesOf(this.answerOf(this.checker.getContextualType(node)))
  }

  /** Codes that an expression can give. A call that takes a function, such as `attempt`, gives what that returns. @param {Expression} expression @returns {Set<string>} */
  given(expression) {
    if (ast.isParenthesizedExpression(expression) || ast.isAwaitExpression(expression))
      return this.given(expression.expression)
    if (ast.isConditionalExpression(expression))
      return new Set([...this.given(expression.whenTrue), ...this.given(expression.whenFalse)])
    const codes = this.codesOf(this.checker.getTypeAtLocation(expression))
    if (!ast.isCallExpression(expression)) return codes
    for (const work of /** @type {readonly Node[]} */ (expression.arguments).filter(isFunction)) {
      for (const code of this.declared(work)) codes.delete(code)
      for (const code of this.returned(work)) codes.add(code)
    }
    return codes
  }

  /** @param {Fn} node */
  returned(node) {
    if (node.body && !ast.isBlock(node.body)) return this.given(node.body)
    /** @type {Set<string>} */
    const codes = new Set()
    /** @param {Node} child */
    const visit = (child) => {
      if (isFunction(child)) return
      if (ast.isReturnStatement(child) && child.expression)
        for (const code of this.given(child.expression)) codes.add(code)
      child.forEachChild(visit)
    }
    node.body?.forEachChild(visit)
    return codes
  }

  /** Codes that the type of a function, or of a function's place in an object, names and nothing gives. @param {Node} node */
  never(node) {
    const own = this.functionAt(node)
    if (!own) return []
    const [declared, given] = own
    if (declared.size === 0 || declared.size > ALL_CODES) return []
    const codes = given()
    return [...declared].filter((code) => !codes.has(code))
  }

  /**
   * What a function's type names, and what tells what it gives.
   * @param {Node} node @returns {[Set<string>, () => Set<string>] | undefined}
   */
  functionAt(node) {
    if (isFunction(node)) return node.body ? [this.declared(node), () => this.returned(node)] : undefined
    if (ast.isShorthandPropertyAssignment(node)) {
      const symbol = this.checker.getShorthandAssignmentValueSymbol(node)
      const value = symbol && this.checker.getTypeOfSymbol(symbol)
      return [this.codesOf(this.expected(node)), () => this.codesOf(this.answerOf(value))]
    }
    if (!ast.isPropertyAssignment(node) || isFunction(node.initializer)) return undefined
    const value = this.checker.getTypeAtLocation(node.initializer)
    return [this.codesOf(this.expected(node)), () => this.codesOf(this.answerOf(value))]
  }
}

/** @param {Reader} reader @param {import('typescript/unstable/ast').SourceFile} source @param {string} name */
function problemsOf(reader, source, name) {
  /** @type {string[]} */
  const problems = []
  /** @param {Node} node */
  const visit = (node) => {
    const codes = reader.never(node)
    if (codes.length > 0) {
      const line = source.text.slice(0, node.getStart()).split('\n').length
      problems.push(`${name}:${line} names ${codes.join(', ')}, which it never gives: take it out of the type`)
    }
    node.forEachChild(visit)
  }
  source.forEachChild(visit)
  return problems
}

/**
 * Each function below `below` of the project in `folder` whose type names a code that no path through it returns.
 * @param {string} folder @param {string} below
 */
export function neverGiven(folder, below) {
  const api = new API({ cwd: folder })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] }).getProjects()
    const reader = new Reader(project.checker)
    return project.program
      .getSourceFileNames()
      .filter((name) => name.startsWith(join(folder, below)) && !name.endsWith('.test.ts'))
      .flatMap((name) => {
        const source = project.program.getSourceFile(name)
        return source ? problemsOf(reader, source, name.slice(folder.length + 1)) : []
      })
  } finally {
    api.close()
  }
}

export const run = async () => neverGiven(ROOT, 'server/src/')
