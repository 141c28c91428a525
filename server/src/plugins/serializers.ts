import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const buildCompiler = SerializerSelector()
type Compile = ReturnType<typeof buildCompiler>

const known = new WeakMap<object, ReturnType<Compile>>()

/**
 * Compiles each schema of an answer once: that of errors stands at every route, twice, and tests build an app again and
 * again. It takes most of the time in which an app is built. No schema of ours refers to another by its name, so an app's own
 * schemas do not matter.
 */
export const buildSerializer: typeof buildCompiler = (schemas, options) => {
  const compile = buildCompiler(schemas, options)
  return (route) => {
    const { schema } = route
    if (typeof schema !== 'object' || schema === null) return compile(route)
    const serialize = known.get(schema) ?? compile(route)
    known.set(schema, serialize)
    return serialize
  }
}
