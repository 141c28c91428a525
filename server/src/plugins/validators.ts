import createSelector from '@fastify/ajv-compiler'

const buildCompiler = createSelector()
type Validate = ReturnType<ReturnType<typeof buildCompiler>>

/**
 * Compiles the schema of a request with the first request that it checks. All of them together take longer than everything
 * else in which an app is built, and a node rarely needs each.
 */
export const buildValidator: typeof buildCompiler = (schemas, options) => {
  const compile = buildCompiler(schemas, options)
  return (route) => {
    let compiled: Validate | undefined
    const validate = ((value: unknown) => {
      compiled ??= compile(route)
      const isValid = compiled(value)
      validate.errors = compiled.errors
      return isValid
    }) as Validate
    return validate
  }
}
