import type { FastifyReply } from 'fastify'
import { closed } from '../../../contract/common'
import { type Queue, STAFF_ACTION_NAMES, STAFF_ACTIONS, type StaffActionName } from '../../../contract/console'
import { ACTION_PARAMS, type ActionParams, CONSOLE_SCHEMAS } from '../../../contract/consoleSchemas'
import { perMinute } from '../plugins/limits'
import type { App } from '../shared/http'
import { createIdentityProvider } from '../staff/identityProvider'
import { ConsoleRefusal } from '../staff/refusal'
import { createStaffKeys } from '../staff/staffKeys'
import { createStaffPasskeys } from '../staff/staffPasskeys'
import type { StaffIdentity } from '../staff/staffService'
import { takeAction } from './actionService'
import { createAuditService } from './auditService'
import { claim, release } from './claims'
import { CONTENT_LIMITS, createContentDesk } from './contentService'
import type { ConsoleDeps } from './handler'
import { consoleRoute } from './http'
import { createMoneyQueues } from './moneyQueues'
import { createProductService } from './productService'
import { createProposalService } from './proposalService'
import { createReasonDesk } from './reasonDesk'
import { clearCookie, setCookie, setVisitCookie, tokenOf, visitTokenOf } from './sessionCookie'
import { createStatementService } from './statements/statementService'
import { createUserService } from './userService'
import { createVerificationQueue } from './verificationQueue'

const GUESSES_PER_MINUTE = 20
/** A bank statement in base64, with the fields around it. */
const STATEMENT_BODY_BYTES = 3 * 1024 * 1024

/** Before and around sign-in. */
function sessionRoutes(app: App, { staff, config }: ConsoleDeps) {
  const guessed = {
    needsNobody: true,
    config: perMinute(config.rateLimits.logins === 0 ? 0 : GUESSES_PER_MINUTE),
  }
  const begin = (reply: FastifyReply, session: { token: string; staff: StaffIdentity }) => {
    setCookie(reply, session.token, config.funds === 'live')
    return staff.describe(session.staff)
  }
  consoleRoute(app, 'openInvitation', ({ body }) => staff.openInvitation(body.token), guessed)
  consoleRoute(app, 'acceptInvitation', async ({ body, reply }) => begin(reply, await staff.accept(body)), guessed)
  consoleRoute(app, 'signIn', async ({ body, reply }) => begin(reply, await staff.signIn(body)), guessed)
  consoleRoute(app, 'getSession', async (call) => staff.describe(call.staff))
  consoleRoute(app, 'signOut', async ({ request, reply }) => {
    await staff.signOut(tokenOf(request) ?? '')
    clearCookie(reply)
    return null
  })
}

/** Sign-in by an identity provider: there, back, and the second factor. */
function providerRoutes(app: App, deps: ConsoleDeps) {
  const { staff, config } = deps
  const provider = createIdentityProvider(deps)
  const guessed = {
    needsNobody: true,
    config: perMinute(config.rateLimits.logins === 0 ? 0 : GUESSES_PER_MINUTE),
  }
  const isSecure = config.staffProvider?.origin.startsWith('https:') ?? false
  const lead = (reply: FastifyReply, { url, token }: { url: string; token?: string }) => {
    if (token !== undefined) setVisitCookie(reply, token, isSecure)
    return reply.redirect(url)
  }
  const ways = { provider: provider.name, passkeyDomain: config.staffPasskeys?.domain ?? null }
  consoleRoute(app, 'getSignInWays', async () => ways, { needsNobody: true })
  consoleRoute(app, 'startProvider', async ({ reply }) => lead(reply, await provider.start()), guessed)
  consoleRoute(
    app,
    'returnFromProvider',
    async ({ request, reply }) => lead(reply, await provider.comeBack(visitTokenOf(request), request.url)),
    guessed,
  )
  consoleRoute(
    app,
    'finishProvider',
    async ({ request, reply, body }) => {
      const token = visitTokenOf(request)
      const session = await staff.signInNamed(await provider.named(token), body)
      await provider.finish(token)
      setCookie(reply, session.token, config.funds === 'live')
      return staff.describe(session.staff)
    },
    guessed,
  )
}

async function picture(reply: FastifyReply, bytes: Promise<Buffer>) {
  const jpeg = await bytes
  return reply.type('image/jpeg').header('content-disposition', 'inline').serializer(identity).send(jpeg)
}
const identity = (payload: unknown) => payload as string

async function file(reply: FastifyReply, name: string, text: Promise<string>) {
  const content = await text
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}"`)
    .serializer(identity)
    .send(content)
}

function queueRoutes(app: App, deps: ConsoleDeps) {
  const verifications = createVerificationQueue(deps)
  const money = createMoneyQueues(deps)
  const { database, clock } = deps
  /** Only staff who may decide on the items of a queue may see them. */
  const needQueue = (staff: StaffIdentity, queue: Queue) => {
    const rule = Object.values(STAFF_ACTIONS).find((action) => 'queue' in action && action.queue === queue)
    if (!rule || !staff.permissions.includes(rule.permission)) throw new ConsoleRefusal('forbidden')
  }
  consoleRoute(app, 'listVerifications', ({ staff, query }) => verifications.list(staff, query))
  consoleRoute(app, 'openVerification', ({ staff, params }) => verifications.open(staff, params.key))
  consoleRoute(app, 'getVerificationPhoto', ({ staff, params, reply }) =>
    picture(reply, verifications.photo(staff, params.key, params.side)),
  )
  consoleRoute(app, 'listDeposits', ({ staff, query }) => money.deposits(staff, query))
  consoleRoute(app, 'openDeposit', ({ staff, params }) => money.openDeposit(staff, params.key))
  consoleRoute(app, 'getDepositProof', ({ staff, params, reply }) =>
    picture(reply, money.depositProof(staff, params.key)),
  )
  consoleRoute(app, 'listWithdrawals', ({ staff, query }) => money.withdrawals(staff, query))
  consoleRoute(app, 'openWithdrawal', ({ staff, params }) => money.openWithdrawal(staff, params.key))
  consoleRoute(app, 'claimItem', async ({ staff, params }) => {
    needQueue(staff, params.queue)
    return { until: (await claim(database, params, { now: clock.now(), staff })).toISOString() }
  })
  consoleRoute(app, 'releaseItem', async ({ staff, params }) => {
    needQueue(staff, params.queue)
    await release(database, params, staff)
    return null
  })
}

function statementRoutes(app: App, deps: ConsoleDeps) {
  const statements = createStatementService(deps)
  consoleRoute(app, 'importStatement', ({ staff, body }) => statements.add(staff, body), {
    bodyLimit: STATEMENT_BODY_BYTES,
  })
  consoleRoute(app, 'listStatements', ({ query }) => statements.list(query))
  consoleRoute(app, 'listStatementLines', ({ staff, params, query }) => statements.lines(staff, params.id, query))
  consoleRoute(app, 'proposeStatement', ({ staff, params, body }) => statements.propose(staff, params.id, body.reason))
}

function actionRoutes(app: App, deps: ConsoleDeps) {
  const proposals = createProposalService(deps)
  // One route per action, so that each validates its own parameters.
  for (const action of STAFF_ACTION_NAMES) {
    consoleRoute(
      app,
      'takeAction',
      ({ staff, body }) =>
        takeAction(deps, staff, { action, params: body.params as ActionParams<StaffActionName>, reason: body.reason }),
      {
        url: `/actions/${action}`,
        body: closed({ ...CONSOLE_SCHEMAS.takeAction.body.properties, params: ACTION_PARAMS[action] }),
      },
    )
  }
  consoleRoute(app, 'listProposals', ({ staff }) => proposals.list(staff))
  consoleRoute(app, 'listEndedProposals', ({ staff, query }) => proposals.ended(staff, query))
  consoleRoute(app, 'listEndedCommands', ({ staff, query }) => proposals.endedCommands(staff, query))
  consoleRoute(app, 'agreeToProposal', ({ staff, params }) => proposals.agree(staff, params.id))
  consoleRoute(app, 'refuseProposal', async ({ staff, params, body }) => {
    await proposals.refuse(staff, params.id, body.reason)
    return null
  })
  consoleRoute(app, 'withdrawProposal', async ({ staff, params }) => {
    await proposals.withdraw(staff, params.id)
    return null
  })
  consoleRoute(app, 'refuseCommand', async ({ staff, params, body }) => {
    await proposals.refuseCommand(staff, params.id, body.reason)
    return null
  })
  consoleRoute(app, 'withdrawCommand', async ({ staff, params }) => {
    await proposals.withdrawCommand(staff, params.id)
    return null
  })
}

function contentRoutes(app: App, deps: ConsoleDeps) {
  const desk = createContentDesk(deps)
  const bodyLimit = CONTENT_LIMITS.articleBytes
  app.addContentTypeParser(
    ['image/jpeg', 'image/png', 'image/webp'],
    { parseAs: 'buffer', bodyLimit: CONTENT_LIMITS.pictureBytes },
    (_request, body, done) => done(null, body),
  )
  consoleRoute(app, 'listContent', () => desk.list())
  consoleRoute(app, 'getContent', ({ params }) => desk.get(params.article))
  consoleRoute(app, 'saveContent', ({ staff, params, body }) => desk.save(staff, params.article, body), { bodyLimit })
  consoleRoute(app, 'previewContent', ({ body }) => desk.preview(body), { bodyLimit })
  consoleRoute(app, 'addPicture', ({ staff, request }) => desk.addPicture(staff, request.body), {
    bodyLimit: CONTENT_LIMITS.pictureBytes,
  })
  consoleRoute(app, 'getPicture', async ({ params, reply }) => {
    const bytes = await desk.picture(params.name)
    return reply.type('image/webp').serializer(identity).send(bytes)
  })
  const reasons = createReasonDesk(deps)
  consoleRoute(app, 'listReasons', () => reasons.list())
  consoleRoute(app, 'getReasonHistory', ({ params }) => reasons.history(params.code))
  consoleRoute(app, 'listIncome', () => desk.income())
}

function keyRoutes(app: App, deps: ConsoleDeps) {
  const keys = createStaffKeys(deps)
  consoleRoute(app, 'listKeys', ({ staff }) => keys.list(staff))
  consoleRoute(app, 'addKey', ({ staff, body }) => keys.add(staff, body))
  consoleRoute(app, 'revokeKey', async ({ staff, params }) => {
    await keys.revoke(staff, params.id)
    return null
  })
}

function passkeyRoutes(app: App, deps: ConsoleDeps) {
  const passkeys = createStaffPasskeys(deps)
  const guessed = {
    needsNobody: true,
    config: perMinute(deps.config.rateLimits.logins === 0 ? 0 : GUESSES_PER_MINUTE),
  }
  consoleRoute(app, 'signInChallenge', () => passkeys.signInChallenge(), guessed)
  consoleRoute(app, 'listPasskeys', ({ staff }) => passkeys.list(staff))
  consoleRoute(app, 'passkeyChallenge', ({ staff }) => passkeys.challenge(staff))
  consoleRoute(app, 'beginPasskey', ({ staff, body }) => passkeys.begin(staff, body))
  consoleRoute(app, 'addPasskey', ({ staff, body }) => passkeys.add(staff, body))
  consoleRoute(app, 'removePasskey', async ({ staff, params }) => {
    await passkeys.remove(staff, params.id)
    return null
  })
}

function readRoutes(app: App, deps: ConsoleDeps) {
  const users = createUserService(deps)
  const products = createProductService(deps)
  const audit = createAuditService(deps)
  consoleRoute(app, 'searchUsers', ({ staff, query }) => users.search(staff, query.text))
  consoleRoute(app, 'openUser', ({ staff, params }) => users.open(staff, params.id))
  consoleRoute(app, 'listUserMoney', ({ staff, params, query }) => users.money(staff, params, query))
  consoleRoute(app, 'getUserReceipt', async ({ staff, params, reply }) => {
    const receipt = await users.receipt(staff, params)
    reply
      .header('content-disposition', `attachment; filename="${receipt.order.number}.json"`)
      .serializer(JSON.stringify)
    return receipt
  })
  consoleRoute(app, 'addUserNote', async ({ staff, params, body }) => {
    await users.addNote(staff, params.id, body.text)
    return null
  })
  consoleRoute(app, 'listProducts', () => products.list())
  consoleRoute(app, 'getProduct', ({ params }) => products.get(params.symbol))
  consoleRoute(app, 'listProductChanges', ({ query }) => products.changes(query))
  consoleRoute(app, 'listStaff', () => audit.staff())
  consoleRoute(app, 'listAudit', ({ query }) => audit.entries(query))
  consoleRoute(app, 'verifyAudit', () => audit.verify())
  consoleRoute(app, 'exportAudit', ({ staff, query, reply }) =>
    file(reply, 'audit.csv', audit.exportEntries(staff, query.text)),
  )
  consoleRoute(app, 'getBooks', () => audit.books())
  consoleRoute(app, 'listVoids', async ({ query }) => ({ items: await audit.voids(query) }))
  consoleRoute(app, 'listReconciliation', async ({ query }) => ({ items: await audit.reconciliation(query) }))
  consoleRoute(app, 'exportReconciliation', ({ staff, query, reply }) =>
    file(reply, 'reconciliation.csv', audit.exportReconciliation(staff, query)),
  )
}

/** Every endpoint of contract/console.ts, below /console-api. */
export function consoleRoutes(app: App, deps: ConsoleDeps) {
  sessionRoutes(app, deps)
  providerRoutes(app, deps)
  queueRoutes(app, deps)
  statementRoutes(app, deps)
  actionRoutes(app, deps)
  contentRoutes(app, deps)
  keyRoutes(app, deps)
  passkeyRoutes(app, deps)
  readRoutes(app, deps)
}
