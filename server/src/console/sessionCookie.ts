import type { FastifyReply, FastifyRequest } from 'fastify'

/** Never the app's: users have no cookies at all, and this one is of another listener. */
const NAME = 'fairtick_staff'
const RULES = 'Path=/; HttpOnly; SameSite=Strict'

/** A token needs no escaping: it is base64url. */
export const tokenOf = (request: FastifyRequest): string | undefined =>
  new RegExp(`(?:^|; )${NAME}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]

/** `secure` where TLS ends in front of the console, as it has to with live funds. */
export const setCookie = (reply: FastifyReply, token: string, secure: boolean) =>
  reply.header('set-cookie', `${NAME}=${token}; ${RULES}${secure ? '; Secure' : ''}`)

export const clearCookie = (reply: FastifyReply) => reply.header('set-cookie', `${NAME}=; ${RULES}; Max-Age=0`)
