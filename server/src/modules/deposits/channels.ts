import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InstructionLine, DepositChannel as WireChannel } from '../../../../contract/deposits'
import { formatMoney } from '../../shared/money'
import type { ChannelSettings } from './settings'

/** What a channel has to know of one deposit. Amount in minor units. */
export interface DepositOrder {
  reference: string
  amount: bigint
}

/** A way in which money reaches the house. Every kind is an adapter to this. */
export interface DepositChannel {
  id: string
  kind: WireChannel['kind']
  label: string | null
  minimum: bigint
  maximum: bigint
  /** Credited together with being made. */
  creditsAtOnce: boolean
  /** What the user has to do; shown as it is. */
  instructions(order: DepositOrder): InstructionLine[]
  /** Whether a notice came from the paying service and not long ago; false for channels without one. */
  isGenuine(notice: SignedNotice, nowMs: number): boolean
}

/** A notice as it arrived: nothing in it is believed before `isGenuine`. */
export interface SignedNotice {
  /** Epoch seconds, decimal digits. */
  timestamp: string
  /** Hex HMAC-SHA-256 over `<timestamp>.<body>`. */
  signature: string
  /** The bytes that were signed. */
  body: Buffer
}

/** docs/OPERATIONS.md, "Paying service". */
export const NOTICE_WINDOW_MS = 5 * 60_000

const BY_HAND: Record<WireChannel['kind'], boolean> = { demo: false, bank: true, currency: true, gateway: false }

/** The user pays by hand: an operator looks for the money, and a receipt helps. */
export const isByHand = (kind: WireChannel['kind']) => BY_HAND[kind]

const withoutNotices = { isGenuine: () => false }

function demo(): Pick<DepositChannel, 'creditsAtOnce' | 'instructions' | 'isGenuine'> {
  return { creditsAtOnce: true, instructions: () => [], ...withoutNotices }
}

/** Bank and currency: the user pays by hand, an operator confirms. */
function manual(lines: InstructionLine[], note: string | null) {
  return {
    creditsAtOnce: false,
    instructions: ({ reference }: DepositOrder): InstructionLine[] => [
      ...lines,
      { kind: 'reference', value: reference },
      ...(note === null ? [] : [{ kind: 'note' as const, value: note }]),
    ],
    ...withoutNotices,
  }
}

const hmac = (secret: string, ...parts: (string | Buffer)[]) =>
  parts.reduce((sum, part) => sum.update(part), createHmac('sha256', secret)).digest()

function isGenuine(secrets: readonly string[], { timestamp, signature, body }: SignedNotice, nowMs: number): boolean {
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - nowMs) > NOTICE_WINDOW_MS) return false
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false
  const given = Buffer.from(signature, 'hex')
  return secrets.some((secret) => timingSafeEqual(hmac(secret, `${timestamp}.`, body), given))
}

function gateway(payUrl: string, secrets: readonly [string, ...string[]], currency: { code: string; scale: number }) {
  return {
    creditsAtOnce: false,
    instructions({ reference, amount }: DepositOrder): InstructionLine[] {
      const url = new URL(payUrl)
      const order = { reference, amount: formatMoney(amount, currency.scale), currency: currency.code }
      for (const [name, value] of Object.entries(order)) url.searchParams.set(name, value)
      // The link is in the user's hands: without this, they would choose what they pay and in which currency.
      url.searchParams.set('signature', hmac(secrets[0], String(new URLSearchParams(order))).toString('hex'))
      return [
        { kind: 'pay_url', value: url.href },
        { kind: 'reference', value: reference },
      ]
    },
    isGenuine: (notice: SignedNotice, nowMs: number) => isGenuine(secrets, notice, nowMs),
  }
}

function behaviourOf(settings: ChannelSettings, currency: { code: string; scale: number }) {
  switch (settings.kind) {
    case 'demo':
      return demo()
    case 'bank':
      return manual(
        [
          { kind: 'payee', value: settings.payee },
          { kind: 'bank', value: settings.bank },
          { kind: 'account_number', value: settings.accountNumber },
        ],
        settings.note,
      )
    case 'currency':
      return manual(
        [
          { kind: 'chain', value: settings.chain },
          { kind: 'address', value: settings.address },
        ],
        settings.note,
      )
    case 'gateway':
      return gateway(settings.payUrl, settings.secrets, currency)
  }
}

/** The channels of this installation by id, in the order of the settings. */
export function createChannels(
  settings: readonly ChannelSettings[],
  currency: { code: string; scale: number },
): ReadonlyMap<string, DepositChannel> {
  return new Map(
    settings.map((channel) => {
      const { id, kind, label, minimum, maximum } = channel
      return [id, { id, kind, label, minimum, maximum, ...behaviourOf(channel, currency) }]
    }),
  )
}
