import { createServer as createTcpServer, type Socket } from 'node:net'
import { codeOf } from '../../../../test/support/answers'
import { until } from '../../../../test/support/until'
import { createTestApp } from '../../../test/app'
import { brokenInvariants } from '../../../test/invariants'
import { jpegPhoto, sendPhoto } from '../../../test/photos'
import { present } from '../../shared/assert'

test('a store that hangs fails the upload with unavailable, and money moves on meanwhile', async () => {
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
    },
  })
  const owner = await slow.registerUser()
  let isUploadAnswered = false
  const upload = sendPhoto(slow, owner, await jpegPhoto()).finally(() => {
    isUploadAnswered = true
  })
  await until('the store to be asked, or the upload to have given up', () => sockets.size > 0 || isUploadAnswered)
  const me = await slow.call(owner, 'GET', '/me')
  expect([me.statusCode, isUploadAnswered]).toEqual([200, false])
  const answer = await upload
  expect([answer.statusCode, codeOf(answer)]).toEqual([503, 'unavailable'])
  expect(sockets.size).toBeGreaterThan(0)
  expect(await slow.database.query('select 1 from upload where stored_at is not null')).toEqual([])
  expect(await brokenInvariants(slow.database)).toEqual([])
  await slow.close()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => silent.close(resolve))
})
