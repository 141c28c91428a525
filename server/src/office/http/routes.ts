import type { FastifyReply } from 'fastify'
import { closed } from '../../../../contract/common'
import { type ConsoleProblem, type Queue, STAFF_ACTION_NAMES, type StaffActionName } from '../../../../contract/console'
import { ACTION_PARAMS, type ActionParams } from '../../../../contract/consoleActions'
import { CONSOLE_SCHEMAS } from '../../../../contract/consoleSchemas'
import { perMinute } from '../../plugins/limits'
import type { App } from '../../shared/http'
import type { Result } from '../../shared/result'
import { createIdentityProvider } from '../../staff/identityProvider'
import { createStaffKeys } from '../../staff/staffKeys'
import { createStaffPasskeys } from '../../staff/staffPasskeys'
import type { StaffIdentity } from '../../staff/staffService'
import type { ConsoleDeps } from '../action'
import { actorFrom, mayDecideOn } from '../actor'
import { createAuditService } from '../audit/auditService'
import { CONTENT_LIMITS, createContentDesk } from '../desks/contentService'
import { createProductService } from '../desks/productService'
import { createReasonDesk } from '../desks/reasonDesk'
import { createUserService } from '../desks/userService'
import { takeAction } from '../proposals/act'
import { createProposalService } from '../proposals/proposalService'
import { claimItem, releaseClaim } from '../queues/claims'
import { readDesk } from '../queues/desk'
import { createMoneyQueues } from '../queues/moneyQueues'
import { readPayeeNames } from '../queues/payeeNames'
import { createVerificationQueue } from '../queues/verificationQueue'
import { readWaiting } from '../queues/waiting'
import { createStatementService } from '../statements/statementService'
import { consoleRoute, RefusedRequest, unwrap } from './http'
import { clearCookie, setCookie, setVisitCookie, tokenOf, visitTokenOf } from './sessionCookie'

const GUESSES_PER_MINUTE = 20
/** A bank statement in base64, with the fields around it. */
const STATEMENT_BODY_BYTES = 3 * 1024 * 1024

/** Of routes before sign-in, where a secret could be guessed. */
const guessedIn = ({ rateLimits }: ConsoleDeps['config']) => ({
  needsNobody: true,
  config: perMinute(rateLimits.logins === 0 ? 0 : GUESSES_PER_MINUTE),
})

/** Before and around sign-in. */
function sessionRoutes(app: App, { staff, config }: ConsoleDeps) {
  const guessed = guessedIn(config)
  const begin = (reply: FastifyReply, session: { token: string; staff: StaffIdentity }) => {
    setCookie(reply, session.token, config.funds === 'live')
    return staff.describe(session.staff)
  }
  consoleRoute(app, 'openInvitation', async ({ body }) => unwrap(await staff.openInvitation(body.token)), guessed)
  consoleRoute(
    app,
    'acceptInvitation',
    async ({ body, reply }) => begin(reply, unwrap(await staff.accept(body))),
    guessed,
  )
  consoleRoute(app, 'signIn', async ({ body, reply }) => begin(reply, unwrap(await staff.signIn(body))), guessed)
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
  const guessed = guessedIn(config)
  const isSecure = config.staffProvider?.origin.startsWith('https:') ?? false
  const lead = (reply: FastifyReply, { url, token }: { url: string; token?: string }) => {
    if (token !== undefined) setVisitCookie(reply, token, isSecure)
    return reply.redirect(url)
  }
  const ways = { provider: provider.name, passkeyDomain: config.staffPasskeys?.domain ?? null }
  consoleRoute(app, 'getSignInWays', async () => ways, { needsNobody: true })
  consoleRoute(app, 'startProvider', async ({ reply }) => lead(reply, unwrap(await provider.start())), guessed)
  consoleRoute(
    app,
    'returnFromProvider',
    async ({ request, reply }) => lead(reply, unwrap(await provider.comeBack(visitTokenOf(request), request.url))),
    guessed,
  )
  consoleRoute(
    app,
    'finishProvider',
    async ({ request, reply, body }) => {
      const token = visitTokenOf(request)
      const session = unwrap(await staff.signInNamed(unwrap(await provider.named(token)), body))
      await provider.finish(token)
      setCookie(reply, session.token, config.funds === 'live')
      return staff.describe(session.staff)
    },
    guessed,
  )
}

async function picture(reply: FastifyReply, bytes: Promise<Result<Buffer, ConsoleProblem>>) {
  const jpeg = unwrap(await bytes)
  return reply.type('image/jpeg').header('content-disposition', 'inline').serializer(identity).send(jpeg)
}
const identity = (payload: unknown) => payload as string

function file(reply: FastifyReply, name: string, content: string) {
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
  const needQueue = (staff: StaffIdentity, queue: Queue) => {
    if (!mayDecideOn(staff, queue)) throw new RefusedRequest({ code: 'forbidden' })
  }
  consoleRoute(app, 'listVerifications', async ({ staff, query }) => unwrap(await verifications.list(staff, query)))
  consoleRoute(app, 'openVerification', async ({ staff, params }) =>
    unwrap(await verifications.open(staff, params.key)),
  )
  consoleRoute(app, 'getVerificationPhoto', ({ staff, params, reply }) =>
    picture(reply, verifications.photo(staff, params.key, params.side)),
  )
  consoleRoute(app, 'listPayeeNames', ({ staff }) => readPayeeNames(deps, staff))
  consoleRoute(app, 'listDeposits', async ({ staff, query }) => unwrap(await money.deposits(staff, query)))
  consoleRoute(app, 'openDeposit', async ({ staff, params }) => unwrap(await money.openDeposit(staff, params.key)))
  consoleRoute(app, 'getDepositProof', ({ staff, params, reply }) =>
    picture(reply, money.depositProof(staff, params.key)),
  )
  consoleRoute(app, 'listWithdrawals', async ({ staff, query }) => unwrap(await money.withdrawals(staff, query)))
  consoleRoute(app, 'openWithdrawal', async ({ staff, params }) =>
    unwrap(await money.openWithdrawal(staff, params.key)),
  )
  consoleRoute(app, 'listWaiting', async ({ staff }) => ({ items: await readWaiting(deps, staff) }))
  consoleRoute(app, 'getDesk', ({ staff }) => readDesk(deps, staff))
  consoleRoute(app, 'claimItem', async ({ staff, params }) => {
    needQueue(staff, params.queue)
    const until = unwrap(await claimItem(database, params, { now: clock.now(), staffId: staff.id }))
    return { until: until.toISOString() }
  })
  consoleRoute(app, 'releaseItem', async ({ staff, params }) => {
    needQueue(staff, params.queue)
    await releaseClaim(database, params, staff)
    return null
  })
}

function statementRoutes(app: App, deps: ConsoleDeps) {
  const statements = createStatementService(deps)
  consoleRoute(app, 'importStatement', async ({ staff, body }) => unwrap(await statements.add(staff, body)), {
    bodyLimit: STATEMENT_BODY_BYTES,
  })
  consoleRoute(app, 'previewStatement', async ({ staff, body }) => unwrap(await statements.preview(staff, body)), {
    bodyLimit: STATEMENT_BODY_BYTES,
  })
  consoleRoute(app, 'listBankFiles', async () => statements.bankFiles())
  consoleRoute(app, 'listStatements', async ({ query }) => unwrap(await statements.list(query)))
  consoleRoute(app, 'listStatementLines', async ({ staff, params, query }) =>
    unwrap(await statements.lines(staff, params.id, query)),
  )
  consoleRoute(app, 'getStatementTotals', ({ params }) => statements.totals(params.id))
  consoleRoute(app, 'proposeStatement', ({ staff, params, body }) => statements.propose(staff, params.id, body.reason))
}

function actionRoutes(app: App, deps: ConsoleDeps) {
  const proposals = createProposalService(deps)
  // One route per action, so that each validates its own parameters.
  for (const action of STAFF_ACTION_NAMES) {
    consoleRoute(
      app,
      'takeAction',
      async ({ staff, body: { params, reason } }) => {
        const wish = { action, params: params as ActionParams<StaffActionName>, reason }
        return unwrap(await takeAction(deps, actorFrom(staff), wish))
      },
      {
        url: `/actions/${action}`,
        body: closed({ ...CONSOLE_SCHEMAS.takeAction.body.properties, params: ACTION_PARAMS[action] }),
      },
    )
  }
  consoleRoute(app, 'listProposals', async ({ staff }) => ({ items: await proposals.list(actorFrom(staff)) }))
  consoleRoute(app, 'listEndedProposals', async ({ staff, query }) =>
    unwrap(await proposals.ended(actorFrom(staff), query)),
  )
  consoleRoute(app, 'agreeToProposal', async ({ staff, params }) =>
    unwrap(await proposals.agree(actorFrom(staff), params.id)),
  )
  consoleRoute(app, 'refuseProposal', async ({ staff, params, body }) =>
    unwrap(await proposals.refuse(actorFrom(staff), params.id, body.reason)),
  )
  consoleRoute(app, 'withdrawProposal', async ({ staff, params }) =>
    unwrap(await proposals.withdraw(actorFrom(staff), params.id)),
  )
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
  consoleRoute(app, 'getContent', async ({ params }) => unwrap(await desk.get(params.article)))
  consoleRoute(
    app,
    'saveContent',
    async ({ staff, params, body }) => unwrap(await desk.save(staff, params.article, body)),
    { bodyLimit },
  )
  consoleRoute(app, 'previewContent', async ({ body }) => unwrap(await desk.preview(body)), { bodyLimit })
  consoleRoute(app, 'addPicture', async ({ staff, request }) => unwrap(await desk.addPicture(staff, request.body)), {
    bodyLimit: CONTENT_LIMITS.pictureBytes,
  })
  consoleRoute(app, 'getPicture', async ({ params, reply }) => {
    const bytes = unwrap(await desk.picture(params.name))
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
  consoleRoute(app, 'addKey', async ({ staff, body }) => unwrap(await keys.add(staff, body)))
  consoleRoute(app, 'revokeKey', async ({ staff, params }) => unwrap(await keys.revoke(staff, params.id)))
}

function passkeyRoutes(app: App, deps: ConsoleDeps) {
  const passkeys = createStaffPasskeys(deps)
  const guessed = guessedIn(deps.config)
  consoleRoute(app, 'signInChallenge', async () => unwrap(await passkeys.signInChallenge()), guessed)
  consoleRoute(app, 'listPasskeys', ({ staff }) => passkeys.list(staff))
  consoleRoute(app, 'passkeyChallenge', async ({ staff }) => unwrap(await passkeys.challenge(staff)))
  consoleRoute(app, 'beginPasskey', async ({ staff, body }) => unwrap(await passkeys.begin(staff, body)))
  consoleRoute(app, 'addPasskey', async ({ staff, body }) => unwrap(await passkeys.add(staff, body)))
  consoleRoute(app, 'removePasskey', async ({ staff, params }) => unwrap(await passkeys.remove(staff, params.id)))
}

function readRoutes(app: App, deps: ConsoleDeps) {
  const users = createUserService(deps)
  const products = createProductService(deps)
  const audit = createAuditService(deps)
  consoleRoute(app, 'searchUsers', ({ staff, query }) => users.search(staff, query.text))
  consoleRoute(app, 'openUser', async ({ staff, params }) => unwrap(await users.open(staff, params.id)))
  consoleRoute(app, 'listUserMoney', async ({ staff, params, query }) =>
    unwrap(await users.money(staff, params, query)),
  )
  consoleRoute(app, 'getUserReceipt', async ({ staff, params, reply }) => {
    const receipt = unwrap(await users.receipt(staff, params))
    reply
      .header('content-disposition', `attachment; filename="${receipt.order.number}.json"`)
      .serializer(JSON.stringify)
    return receipt
  })
  consoleRoute(app, 'addUserNote', async ({ staff, params, body }) =>
    unwrap(await users.addNote(staff, params.id, body.text)),
  )
  consoleRoute(app, 'listProducts', () => products.list())
  consoleRoute(app, 'getProduct', async ({ params }) => unwrap(await products.get(params.symbol)))
  consoleRoute(app, 'listProductChanges', async ({ query }) => unwrap(await products.changes(query)))
  consoleRoute(app, 'listStaff', () => audit.staff())
  consoleRoute(app, 'listAudit', async ({ query }) => unwrap(await audit.entries(query)))
  consoleRoute(app, 'verifyAudit', () => audit.verify())
  consoleRoute(app, 'exportAudit', async ({ staff, query, reply }) =>
    file(reply, 'audit.csv', await audit.exportEntries(staff, query.text)),
  )
  consoleRoute(app, 'getBooks', () => audit.books())
  consoleRoute(app, 'listVoids', async ({ query }) => unwrap(await audit.voids(query)))
  consoleRoute(app, 'listReconciliation', async ({ query }) => unwrap(await audit.reconciliation(query)))
  consoleRoute(app, 'exportReconciliation', async ({ staff, query, reply }) =>
    file(reply, 'reconciliation.csv', unwrap(await audit.exportReconciliation(staff, query))),
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
