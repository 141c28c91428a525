import { createServer as createTcpServer, type Socket } from 'node:net'
import { codeOf } from '../../../../test/support/answers'
import { slowness } from '../../../../test/support/slowness'
import { until } from '../../../../test/support/until'
import { createTestApp } from '../../../test/app'
import { brokenInvariants } from '../../../test/invariants'
import { jpegPhoto, sendPhoto } from '../../../test/photos'
import { present } from '../../shared/assert'

test('a store that hangs fails the upload in time with unavailable, and money moves on meanwhile', async () => {
  const sockets = new Set<Socket>()
  const silent = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = present(silent.address(), 'it listens')
  const port = typeof address === 'string' ? 0 : address.port
  const slow = await createTestApp({
    config: {
      objectStore: {
        kind: 's3',
        endpoint: `http://127.0.0.1:${port}`,
        bucket: 'photos',
        prefix: '',
        region: 'us-east-1',
        accessKeyId: 'a',
        secretAccessKey: 'b',
      },
      objectStoreTimeoutMs: 700,
    },
  })
  const owner = await slow.registerUser()
  const began = performance.now()
  const upload = sendPhoto(slow, owner, await jpegPhoto())
  const me = await slow.call(owner, 'GET', '/me')
  expect(me.statusCode).toBe(200)
  const answer = await upload
  expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'unavailable'])
  expect(performance.now() - began).toBeLessThan(10_000 * slowness())
  // On a busy machine the store hears of a connection after its client has given it up.
  await until('the store to have been asked', () => sockets.size > 0)
  expect(await slow.database.query('select 1 from upload where stored_at is not null')).toEqual([])
  expect(await brokenInvariants(slow.database)).toEqual([])
  await slow.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
}, 60_000)
