import type { FastifyReply, FastifyRequest } from 'fastify'

/** Never the app's: users have no cookies at all, and this one belongs to another listener. */
const NAME = 'fairtick_staff'
const RULES = 'Path=/; HttpOnly; SameSite=Strict'

/** A token needs no escaping: it is base64url. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; )${NAME}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]

/** `secure` if TLS ends in front of the console, as it has to with live funds. */
export const setCookie = (reply: FastifyReply, token: string, secure: boolean) =>
  reply.header('set-cookie', `${NAME}=${token}; ${RULES}${secure ? '; Secure' : ''}`)

export const clearCookie = (reply: FastifyReply) => reply.header('set-cookie', `${NAME}=; ${RULES}; Max-Age=0`)

const PROVIDER = 'fairtick_staff_provider'
/** Lax: the provider sends the browser back from another site. */
const PROVIDER_RULES = 'Path=/console-api/session/provider; HttpOnly; SameSite=Lax'

/** The token of a sign-in at the identity provider that is under way in this browser. */
export const visitTokenOf = (request: FastifyRequest): string =>
  new RegExp(`(?:^|; )${PROVIDER}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1] ?? ''

export const setVisitCookie = (reply: FastifyReply, token: string, secure: boolean) =>
  reply.header('set-cookie', `${PROVIDER}=${token}; ${PROVIDER_RULES}; Max-Age=600${secure ? '; Secure' : ''}`)
