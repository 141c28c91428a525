import { LOGIN_PASSWORD } from '../../../test/personal'
import { verificationAnswers } from '../../../test/photos'
import { server, withServer } from '../../../test/serverOfFile'
import { createDeps, type Deps } from '../../deps'
import { unwrap } from '../../shared/result'

const OLD = Buffer.alloc(32, 1)
const NEW = Buffer.alloc(32, 2)

withServer({ config: { sealingKeys: [OLD] } })

/** A new user whom these services verify with the document of all users here. */
async function verified({ verification }: Deps) {
  const user = await server.registerUser()
  unwrap(await verification.submit(user.id, await verificationAnswers(server, user)))
  const problem = await server.database.withTransaction(async (tx) => {
    await verification.markOpened(tx, user.id)
    return verification.decide(tx, user.id, { approved: {} }, new Date(server.clock.now()))
  })
  expect(problem).toBeUndefined()
  return user
}

test('an exclusion holds for the same document while its key is configured, also after a newer one', async () => {
  const { config, log, database, clock } = server.deps
  const user = await verified(server.deps)
  const exclusion = { kind: 'exclusion', until: null } as const
  expect((await server.call(user, 'POST', '/account-break', exclusion)).statusCode).toBe(200)
  expect((await server.call(user, 'POST', '/me/deletion', { loginPassword: LOGIN_PASSWORD })).statusCode).toBe(204)
  const changed = createDeps({ config: { ...config, sealingKeys: [NEW, OLD] }, log, database, clock })
  const again = await verified(changed)
  expect((await changed.accountLimits.get(again.id)).break).toMatchObject(exclusion)
})
