import { createHmac, timingSafeEqual } from 'node:crypto'
import { creditorReference } from '../../../../contract/creditorReference'
import type { DepositKind } from '../../../../contract/depositKinds'
import type { InstructionLine } from '../../../../contract/deposits'
import { ConfigError } from '../../shared/env'
import { formatMoney } from '../../shared/money'
import { readAddress } from '../payoutAccounts/service'
import { type Fields, optionalText, textOf } from './fields'

/** A deposit as its channel needs it. Amount in minor units. */
export interface DepositOrder {
  reference: string
  amount: bigint
}

/** A notice as it arrived: trust nothing in it before `isGenuine`. */
export interface SignedNotice {
  /** Epoch seconds, decimal digits. */
  timestamp: string
  /** Hex HMAC-SHA-256 over `<timestamp>.<body>`. */
  signature: string
  /** The bytes that were signed. */
  body: Buffer
}

/** One channel's behavior. */
export interface ChannelActions {
  /** Instructions for the user; shown verbatim. */
  instructions(order: DepositOrder, currency: { code: string; scale: number }): InstructionLine[]
  /** Whether a notice is recent and from the paying service; a channel without this takes no notices. */
  isGenuine?: (notice: SignedNotice, nowMs: number) => boolean
}

/** The settings that a channel is read from. */
export interface Given {
  fields: Fields
  id: string
  /** Begins each error sentence about it. */
  where: string
  secretOf: (variable: string) => string | undefined
}

/** A kind of channel: the adapter for one way in which money arrives. */
interface Kind {
  /** An operator's settings, in addition to those of every channel. */
  fields: readonly string[]
  /** Whether the deposit is credited in the same step that creates it. */
  creditsAtOnce: boolean
  /** The user pays by hand: an operator looks for the money, and a receipt helps. */
  isByHand: boolean
  /** Throws `ConfigError` with one sentence for the person who starts the server. */
  open(given: Given): ChannelActions
}

/** docs/OPERATIONS.md, "Paying service". */
export const NOTICE_WINDOW_MS = 5 * 60_000
const SECRET_MIN = 32

/** The lines, the reference to quote, and the operator's note. */
function payByHand({ fields, where }: Given, lines: InstructionLine[], isByBank = false): ChannelActions {
  const note = optionalText(fields, 'note', where, 300)
  const last: InstructionLine[] = note === null ? [] : [{ kind: 'note', value: note }]
  const named = (reference: string): InstructionLine[] => [
    { kind: 'reference', value: reference },
    ...(isByBank ? [{ kind: 'creditor_reference' as const, value: creditorReference(reference) }] : []),
  ]
  return { instructions: ({ reference }) => [...lines, ...named(reference), ...last] }
}

const hmac = (secret: string, ...parts: (string | Buffer)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', secret)).digest()

function isGenuine(secrets: readonly string[], { timestamp, signature, body }: SignedNotice, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - nowMs) > NOTICE_WINDOW_MS) return false
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return secrets.some((secret) => timingSafeEqual(hmac(secret, `${timestamp}.`, body), given))
}

/** During a change of secrets there are two: the first signs, both are accepted. */
function secretsOf({ id, where, secretOf }: Given): readonly [string, ...string[]] {
  const variable = `DEPOSIT_SECRET_${id.toUpperCase().replaceAll('-', '_')}`
  const [secret = '', ...others] = (secretOf(variable) ?? '').split(',').map((text) => text.trim())
  if ([secret, ...others].some(({ length }) => length < SECRET_MIN) || others.length > 1) {
    throw new ConfigError(
      `${where} needs ${variable}, a secret of at least ${SECRET_MIN} characters, or two with a comma between.`,
    )
  }
  return [secret, ...others]
}

/**
 * Each kind as a whole: how it is configured and what it does. Its name is in contract/depositKinds.ts, its texts in
 * wallet.json.
 */
export const KINDS: Record<DepositKind, Kind> = {
  demo: { fields: [], creditsAtOnce: true, isByHand: false, open: () => ({ instructions: () => [] }) },

  bank: {
    fields: ['payee', 'bank', 'accountNumber', 'note'],
    creditsAtOnce: false,
    isByHand: true,
    open: (given) =>
      payByHand(
        given,
        [
          { kind: 'payee', value: textOf(given.fields, 'payee', given.where, 120) },
          { kind: 'bank', value: textOf(given.fields, 'bank', given.where, 120) },
          { kind: 'account_number', value: textOf(given.fields, 'accountNumber', given.where, 60) },
        ],
        true,
      ),
  },

  currency: {
    fields: ['chain', 'address', 'note'],
    creditsAtOnce: false,
    isByHand: true,
    open(given) {
      const { chain } = given.fields
      if (chain !== 'BTC' && chain !== 'ETH' && chain !== 'TRON') {
        throw new ConfigError(`${given.where} needs "chain", one of BTC, ETH, TRON.`)
      }
      const address = readAddress(chain, textOf(given.fields, 'address', given.where, 120))
      if (address === undefined) throw new ConfigError(`${given.where} has an "address" that is not one of ${chain}.`)
      return payByHand(given, [
        { kind: 'chain', value: chain },
        { kind: 'address', value: address },
      ])
    },
  },

  gateway: {
    fields: ['payUrl'],
    creditsAtOnce: false,
    isByHand: false,
    open(given) {
      const payUrl = textOf(given.fields, 'payUrl', given.where, 250)
      if (!URL.canParse(payUrl) || new URL(payUrl).protocol !== 'https:') {
        throw new ConfigError(`${given.where} needs "payUrl", an address that starts with https://.`)
      }
      const secrets = secretsOf(given)
      return {
        instructions({ reference, amount }, currency) {
          const url = new URL(payUrl)
          const order = { reference, amount: formatMoney(amount, currency.scale), currency: currency.code }
          for (const [name, value] of Object.entries(order)) url.searchParams.set(name, value)
          // The user holds the link: unsigned, it would let them choose the amount and the currency.
          url.searchParams.set('signature', hmac(secrets[0], String(new URLSearchParams(order))).toString('hex'))
          return [
            { kind: 'pay_url', value: url.href },
            { kind: 'reference', value: reference },
          ]
        },
        isGenuine: (notice, nowMs) => isGenuine(secrets, notice, nowMs),
      }
    },
  },
}
