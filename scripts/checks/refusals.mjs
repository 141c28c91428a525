import { join } from 'node:path'
import { SyntaxKind } from 'typescript/unstable/ast'
import { API, SignatureKind } from 'typescript/unstable/sync'
import { ROOT } from '../lib/paths.mjs'

export const title = 'a function on the server gives each error code that its type names'

/** A type with more codes than this is a handler's answer, which is open to every code of the contract. */
const ALL_CODES = 40

const FUNCTIONS = new Set([
  SyntaxKind.FunctionDeclaration,
  SyntaxKind.FunctionExpression,
  SyntaxKind.ArrowFunction,
  SyntaxKind.MethodDeclaration,
])
const isFunction = (node) => FUNCTIONS.has(node.kind)

/** The compiler says that a type names no fewer codes than are returned; this says that it names no more. */
class Reader {
  constructor(checker) {
    this.checker = checker
  }

  members(type) {
    if (type.isUnionType()) return type.getTypes().flatMap((one) => this.members(one))
    if (type.getSymbol()?.name !== 'Promise') return [type]
    const [value] = this.checker.getTypeArguments(type)
    return value ? this.members(value) : [type]
  }

  property(type, name) {
    if (!type.isObjectType() && !type.isIntersectionType()) return undefined
    const symbol = this.checker.getPropertyOfType(type, name)
    return symbol && this.checker.getTypeOfSymbol(symbol)
  }

  literals(type) {
    return this.members(type).flatMap((one) => (one.isStringLiteralType() ? [one.value] : []))
  }

  /** The codes of an `AppError<'a' | 'b'>`, or of a plain `'a' | 'b'`. */
  codesOfError(type) {
    return this.members(type).flatMap((one) => {
      const code = this.property(one, 'code')
      return code ? this.literals(code) : this.literals(one)
    })
  }

  /** The codes of each `Result<…, E>` among what a type can be. */
  codesOf(type) {
    if (!type) return new Set()
    return new Set(
      this.members(type).flatMap((one) => {
        const error = this.property(one, 'ok') && this.property(one, 'error')
        return error ? this.codesOfError(error) : []
      }),
    )
  }

  answerOf(type) {
    const [signature] = type ? this.checker.getSignaturesOfType(type, SignatureKind.Call) : []
    return signature && this.checker.getReturnTypeOfSignature(signature)
  }

  /** The answer that an object's type gives one of its functions. */
  expected(literal, name) {
    const type = this.checker.getContextualType(literal)
    return type && this.answerOf(this.property(type, name))
  }

  declared(node) {
    if (node.type) return this.codesOf(this.checker.getTypeFromTypeNode(node.type))
    if (node.kind === SyntaxKind.MethodDeclaration) return this.codesOf(this.expected(node.parent, node.name.text))
    if (node.kind === SyntaxKind.FunctionDeclaration) return new Set()
    return this.codesOf(this.answerOf(this.checker.getContextualType(node)))
  }

  /** Codes that an expression can give. A call that takes a function, such as `attempt`, gives what that returns. */
  given(expression) {
    const { kind } = expression
    if (kind === SyntaxKind.ParenthesizedExpression || kind === SyntaxKind.AwaitExpression)
      return this.given(expression.expression)
    if (kind === SyntaxKind.ConditionalExpression)
      return new Set([...this.given(expression.whenTrue), ...this.given(expression.whenFalse)])
    const codes = this.codesOf(this.checker.getTypeAtLocation(expression))
    if (kind !== SyntaxKind.CallExpression) return codes
    for (const work of expression.arguments.filter(isFunction)) {
      for (const code of this.declared(work)) codes.delete(code)
      for (const code of this.returned(work)) codes.add(code)
    }
    return codes
  }

  returned(node) {
    if (node.body && node.body.kind !== SyntaxKind.Block) return this.given(node.body)
    const codes = new Set()
    const visit = (child) => {
      if (isFunction(child)) return
      if (child.kind === SyntaxKind.ReturnStatement && child.expression)
        for (const code of this.given(child.expression)) codes.add(code)
      child.forEachChild(visit)
    }
    node.body?.forEachChild(visit)
    return codes
  }

  /** Codes that the type of a function, or of a function's place in an object, names and nothing gives. */
  never(node) {
    const own = this.functionAt(node)
    if (!own) return []
    const [declared, given] = own
    if (declared.size === 0 || declared.size > ALL_CODES) return []
    const codes = given()
    return [...declared].filter((code) => !codes.has(code))
  }

  /** What a function's type names, and what tells what it gives. @returns {[Set<string>, () => Set<string>] | undefined} */
  functionAt(node) {
    if (isFunction(node)) return node.body ? [this.declared(node), () => this.returned(node)] : undefined
    const named = node.kind === SyntaxKind.ShorthandPropertyAssignment
    if (!named && (node.kind !== SyntaxKind.PropertyAssignment || isFunction(node.initializer))) return undefined
    const expected = this.codesOf(this.expected(node.parent, node.name.text))
    return [expected, () => this.codesOf(this.answerOf(this.valueType(node, named)))]
  }

  valueType(node, named) {
    if (!named) return this.checker.getTypeAtLocation(node.initializer)
    const symbol = this.checker.getShorthandAssignmentValueSymbol(node)
    return symbol && this.checker.getTypeOfSymbol(symbol)
  }
}

function problemsOf(reader, source, name) {
  const problems = []
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

/** Each function below `below` of the project in `folder` whose type names a code that no path through it returns. */
export function neverGiven(folder, below) {
  const api = new API({ cwd: folder })
  try {
    const [project] = api.updateSnapshot({ openProjects: [join(folder, 'tsconfig.json')] }).getProjects()
    const reader = new Reader(project.checker)
    return project.program
      .getSourceFileNames()
      .filter((name) => name.startsWith(join(folder, below)) && !name.endsWith('.test.ts'))
      .flatMap((name) => problemsOf(reader, project.program.getSourceFile(name), name.slice(folder.length + 1)))
  } finally {
    api.close()
  }
}

export const run = async () => neverGiven(ROOT, 'server/src/')
