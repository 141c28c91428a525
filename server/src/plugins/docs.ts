import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { ENDPOINTS } from '../../../contract/endpoints'
import type { App } from '../shared/http'
import { CSP_DIRECTIVES } from './security'

/** The contract as OpenAPI: collected from the schemas of the routes registered after this. */
export async function registerOpenApi(app: App, version: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Fairtick', version, description: 'Timed trading whose every result the user can check.' },
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ schema, url, route }) => {
      const name = route.config?.endpoint
      const guarded = name !== undefined && ENDPOINTS[name].auth === 'user'
      return {
        url,
        schema: {
          ...schema,
          ...(name ? { operationId: name, tags: [url.split('/')[2] ?? 'api'] } : { hide: true }),
          ...(guarded ? { security: [{ session: [] }] } : {}),
        },
      }
    },
  })
}

/** Readable docs. Their page carries its own inline styles and scripts, which only this page may run. */
export async function registerDocs(app: App) {
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(app.swagger()),
  )
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: Object.entries(CSP_DIRECTIVES)
      .map(([name, values]) => `${name} ${values.join(' ')}`)
      .join('; '),
    transformStaticCSP: (header) => header.replace('script-src', "script-src 'unsafe-inline'"),
  })
}
