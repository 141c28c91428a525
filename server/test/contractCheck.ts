import Ajv, { type ValidateFunction } from 'ajv'
import { ErrorSchema } from '../../contract/common'
import type { App } from '../src/shared/http'
import { noteAnswer } from './answersSeen'

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addFormat('date-time', /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
const compiled = new Map<object, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const validate = ajv.compile(schema)
  compiled.set(schema, validate)
  return validate
}

/** Makes an app fail any answer below /api that the contract does not describe. */
export function checkResponses(app: App) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.url.startsWith('/api/') || request.routeOptions.config.endpoint === undefined) {
      if (reply.statusCode < 400 || !request.url.startsWith('/api/')) return
    }
    const endpoint = request.routeOptions.config.endpoint
    const responses = (request.routeOptions.schema?.response ?? {}) as Record<string, object>
    const schema = responses[String(reply.statusCode)] ?? (reply.statusCode >= 400 ? ErrorSchema : undefined)
    if (!schema) throw new Error(`The contract has no ${reply.statusCode} for ${request.method} ${request.url}`)
    const body: unknown = typeof payload === 'string' && payload !== '' ? JSON.parse(payload) : null
    const validate = validatorOf(schema)
    if (!validate(body)) {
      throw new Error(
        `${request.method} ${request.url} answered outside the contract: ${ajv.errorsText(validate.errors)}`,
      )
    }
    if (reply.statusCode >= 400 && typeof body === 'object' && body !== null && 'code' in body) {
      noteAnswer('code', String(body.code))
    } else if (endpoint) {
      noteAnswer('endpoint', endpoint)
    }
  })
}
