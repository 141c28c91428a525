import { newId } from '../../server/test/ids'
import { ACCOUNT_ADDRESS, CARD_NUMBER, REAL_NAME } from '../../server/test/personal'
import { jpegPhoto, multipartBody } from '../../server/test/photos'
import { termsVersionOf } from '../support/terms'
import { newAccount } from './account'

const SHARED: Place = { origin: process.env.E2E_ORIGIN ?? '', openingCode: process.env.E2E_OPENING_CODE ?? '' }

/** The server whose user it is. */
interface Place {
  origin: string
  openingCode: string
}

/** A user of the app, by what the app asks the server for them. */
export interface ConsoleUser {
  account: string
  password: string
  /** As POST /sessions gives it, for a page that is to be theirs. */
  session: { token: string; user: unknown }
  statusOf(path: string): Promise<string>
  submitIdentity(): Promise<void>
  /** Returns the path under which its status is told, and its reference. */
  deposit(amount: string): Promise<{ path: string; reference: string }>
  /** Under the name of its own document, or as its bank has it. */
  bind(nameOfBank?: string): Promise<void>
  withdraw(amount: string, fee: string): Promise<{ path: string; reference: string }>
}

async function send(origin: string, method: string, path: string, body?: object, token?: string) {
  const answer = await fetch(`${origin}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as Record<string, string>
  if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
  return json
}

async function upload(origin: string, token: string, purpose: string): Promise<string> {
  const id = newId()
  const { payload, headers } = multipartBody(await jpegPhoto())
  await fetch(`${origin}/api/uploads?id=${id}&purpose=${purpose}`, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: new Uint8Array(payload),
  })
  return id
}

/** A user of the server that all test files share, unless another is named; the account begins with `name`. */
export async function registerUser(name: string, { origin, openingCode } = SHARED): Promise<ConsoleUser> {
  const call = (method: string, path: string, body?: object, token?: string) => send(origin, method, path, body, token)
  const { account, phone, password, tradePassword, idNumber } = newAccount(name)
  const opening = { account, phone, phoneCountry: 'CN', openingCode }
  const { registrationToken } = await call('POST', '/registrations', opening)
  await call('POST', '/registrations/complete', {
    registrationToken,
    loginPassword: password,
    tradePassword,
    termsVersion: await termsVersionOf(origin),
  })
  const session = await call('POST', '/sessions', { account, password })
  const { token = '' } = session
  const asked = async (list: string, body: object) => {
    const id = newId()
    const { reference = '' } = await call('POST', list, { id, ...body }, token)
    return { path: `${list}/${id}`, reference }
  }
  return {
    account,
    password,
    session: { token, user: session.user },
    statusOf: async (path) => (await call('GET', path, undefined, token)).status ?? '',
    async submitIdentity() {
      const [frontPhotoId, backPhotoId] = [
        await upload(origin, token, 'id_front'),
        await upload(origin, token, 'id_back'),
      ]
      const identity = { name: REAL_NAME, nationality: 'CN', idNumber, frontPhotoId, backPhotoId }
      await call('POST', '/verification', identity, token)
    },
    deposit: (amount) => asked('/deposits', { channel: 'bank', amount }),
    async bind(nameOfBank) {
      const name = nameOfBank === undefined ? { accountName: REAL_NAME } : { accountName: nameOfBank, nameOfBank: true }
      const holder = { kind: 'bank_card', ...name, nationality: 'CN', bank: 'Test Bank' }
      const secret = { cardNumber: CARD_NUMBER, accountAddress: ACCOUNT_ADDRESS, tradePassword }
      await call('PUT', '/payout-account', { ...holder, ...secret }, token)
    },
    withdraw: (amount, fee) => asked('/withdrawals', { amount, fee, tradePassword }),
  }
}
