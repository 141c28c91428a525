import { Writable } from 'node:stream'
import Fastify, { LogController } from 'fastify'
import { createLog, type Log } from './log'
import { RequestLog } from './requestLog'

/** The lines of a log, and how many children it has made. */
function listening() {
  const lines: Record<string, unknown>[] = []
  const write = (chunk: Buffer, _encoding: string, done: () => void) => {
    lines.push(JSON.parse(String(chunk)))
    done()
  }
  const log = createLog('info', new Writable({ write }))
  const made = jest.spyOn(log, 'child')
  return { log, lines, made }
}

const serving = (log: Log) => {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => String(request.headers['x-request-id']),
    childLoggerFactory: (parent, bindings) => new RequestLog(parent as Log, bindings),
  })
  app.get('/quiet', async (request) => {
    request.log.debug('nobody reads this')
    return {}
  })
  app.get('/loud', async (request) => {
    request.log.warn({ password: 'secret' }, 'one')
    request.log.child({ part: 'a' }).info('two')
    return {}
  })
  return app
}

test('a request that writes no line makes no child, and lines of others have its id', async () => {
  const { log, lines, made } = listening()
  const app = serving(log)
  await app.ready()
  // Fastify has a default one.
  made.mockClear()
  await app.inject({ url: '/quiet', headers: { 'x-request-id': 'request-1' } })
  expect(made).not.toHaveBeenCalled()
  await Promise.all(
    ['request-2', 'request-3'].map((id) => app.inject({ url: '/loud', headers: { 'x-request-id': id } })),
  )
  await app.close()
  // One for the request, and the one that it asks for.
  expect(made).toHaveBeenCalledTimes(4)
  const of = (id: string) => lines.filter(({ reqId }) => reqId === id)
  for (const id of ['request-2', 'request-3']) {
    expect(of(id)).toEqual([
      expect.objectContaining({ level: 40, msg: 'one', password: '[redacted]' }),
      expect.objectContaining({ level: 30, msg: 'two', part: 'a' }),
    ])
  }
  expect(lines).toHaveLength(4)
})
