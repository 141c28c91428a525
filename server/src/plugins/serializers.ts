import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

const buildCompiler = SerializerSelector()
type Compile = ReturnType<typeof buildCompiler>

interface Branch {
  type?: string
  enum?: string[]
  properties?: { format?: object }
}

/**
 * The schema with each `nullable()` of the contract as the serializer's own word for it. A union has it validate the value
 * against every branch, by a validator of 28 KB in each of 35 serializers. Of two forms of a
 * receipt the serializer takes the one that `format` names, and validates nothing else.
 */
function withoutUnionsOfNull(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutUnionsOfNull)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = schema as { anyOf?: Branch[] }
  const [value, none] = anyOf ?? []
  if (anyOf?.length === 2 && none?.type === 'null')
    return {
      ...rest,
      ...(value?.enum ? { type: 'string' } : {}),
      ...(withoutUnionsOfNull(value) as object),
      nullable: true,
    }
  const format = value?.properties?.format
  if (anyOf?.length === 2 && format)
    return {
      type: 'object',
      if: { type: 'object', properties: { format } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: withoutUnionsOfNull(value),
      else: withoutUnionsOfNull(none),
    }
  return Object.fromEntries(Object.entries(schema).map(([name, part]) => [name, withoutUnionsOfNull(part)]))
}

const known = new WeakMap<object, ReturnType<Compile>>()

/**
 * Compiles each schema of an answer with the first such answer, and once: the error schema is at every route, twice, and
 * tests build an app again and again. No schema of ours refers to another by its name, so an app's own schemas do not matter.
 */
export const buildSerializer: typeof buildCompiler = (schemas, options) => {
  const compile = buildCompiler(schemas, options)
  return (route) => {
    const { schema } = route
    if (typeof schema !== 'object' || schema === null) return compile(route)
    return (value) => {
      const serialize = known.get(schema) ?? compile({ ...route, schema: withoutUnionsOfNull(schema) })
      known.set(schema, serialize)
      return serialize(value)
    }
  }
}
