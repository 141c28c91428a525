import type { Order } from '../../contract/orders'
import type { Acceptance, Consistency, Receipt, ReceiptOrder } from '../../contract/proof'
import type { ApiResult } from '../api/http'
import type { ProofApi } from '../api/proof'
import type { Checkpoint } from '../domain/proof/checkpoint'
import type { HistoryProblem, RememberedHead } from '../domain/proof/heads'
import type { ReceiptCheck, ReceiptProblem } from '../domain/proof/receipt'
import type { Acceptances } from './persistence/acceptances'
import { Resource } from './Resource'

/** The checks are a chunk of their own: who never opens a closed order does not load them. */
export interface ProofChecks {
  checkReceipt(receipt: unknown): ReceiptCheck
  termsProblems(kept: Acceptance, receipt: Receipt): ReceiptProblem[]
  orderProblems(id: string, held: Order | undefined, receipt: Receipt): ReceiptProblem[]
  proofCode(order: ReceiptOrder): string
  parseCheckpoint(note: string): Checkpoint | undefined
  historyProblem(
    older: RememberedHead,
    newer: RememberedHead,
    paths: Pick<Consistency, 'products' | 'logs' | 'heads'>,
  ): HistoryProblem | undefined
}

export interface ProofStoreDeps {
  api: ProofApi
  loadChecks(): Promise<ProofChecks>
  /** The order as the app shows it. */
  orderOf(id: string): Order | undefined
  acceptances: Pick<Acceptances, 'read' | 'forget'>
  /** The newest head that this device has seen, of this server. */
  remembered: { read(): RememberedHead | undefined; write(head: RememberedHead): void }
}

/** A receipt with what this device found when it checked it. */
export interface CheckedReceipt {
  receipt: Receipt
  check: ReceiptCheck
  /** What a picture of the result shows, so that it can be compared with the receipt, e.g. "7K3Q-9X2T-AB4C". */
  code: string
  /** What does not hold between the newest head that this device had seen before and the receipt's. */
  history: HistoryProblem | undefined
}

/** The chunk with the checks could not be loaded. */
const noAnswer = { ok: false, error: { code: 'network', details: {}, requestId: '' } } as const

/** Receipts of closed orders, checked here, and the memory that makes a rewritten history show. */
export class ProofStore {
  readonly checked: Resource<CheckedReceipt>
  private orderId = ''

  constructor(private readonly deps: ProofStoreDeps) {
    this.checked = new Resource(() => this.check(this.orderId))
  }

  /** Fetches the receipt of a closed order and checks it on this device. */
  async open(orderId: string): Promise<void> {
    this.orderId = orderId
    this.checked.reset()
    await this.checked.refresh()
  }

  /** The session is over. What this device remembers of the public log stays. */
  reset(): void {
    this.checked.reset()
  }

  private async check(orderId: string): Promise<ApiResult<CheckedReceipt>> {
    const answer = await this.deps.api.receipt(orderId)
    if (!answer.ok) return answer
    const receipt = answer.value
    const checks = await this.deps.loadChecks().catch(() => undefined)
    if (!checks) return noAnswer
    const check = this.checkOf(orderId, receipt, checks)
    if (check.verdict === null) return { ok: true, value: { receipt, check, code: '', history: undefined } }
    const { head, publicKey } = receipt
    const root = checks.parseCheckpoint(receipt.checkpoint)?.root ?? ''
    const compared = await this.compareWithMemory({ head, root, publicKey }, receipt, checks)
    if (!compared.ok) return compared
    const history = compared.value
    if (check.problems.length === 0 && !history) this.deps.acceptances.forget(orderId)
    return { ok: true, value: { receipt, check, code: checks.proofCode(receipt.order), history } }
  }

  /** The receipt by itself, and against what this device knows of the order: what it shows, and what was accepted. */
  private checkOf(orderId: string, receipt: Receipt, checks: ProofChecks): ReceiptCheck {
    const check = checks.checkReceipt(receipt)
    if (check.verdict === null) return check
    const kept = this.deps.acceptances.read(orderId)
    return {
      ...check,
      problems: [
        ...checks.orderProblems(orderId, this.deps.orderOf(orderId), receipt),
        ...(kept ? checks.termsProblems(kept, receipt) : []),
        ...check.problems,
      ],
    }
  }

  /** A head is remembered only where it continues the one before; a broken history keeps showing. */
  private async compareWithMemory(
    now: RememberedHead,
    { keys }: Receipt,
    checks: ProofChecks,
  ): Promise<ApiResult<HistoryProblem | undefined>> {
    const { api, remembered } = this.deps
    const known = remembered.read()
    if (!known) {
      remembered.write(now)
      return { ok: true, value: undefined }
    }
    if (known.publicKey !== now.publicKey && !keys.some(({ from }) => from === known.publicKey))
      return { ok: true, value: { kind: 'key_changed' } }
    if (known.head.number === now.head.number)
      return { ok: true, value: known.root === now.root ? undefined : { kind: 'heads_rewritten' } }
    const [older, newer] = known.head.number <= now.head.number ? [known, now] : [now, known]
    const answer = await api.consistency(older.head.number, newer.head.number)
    // Heads that this server does not have are those of another history.
    if (!answer.ok && answer.error.code !== 'not_found') return answer
    const problem = answer.ok ? checks.historyProblem(older, newer, answer.value) : ({ kind: 'order' } as const)
    if (problem === undefined) remembered.write(newer)
    return { ok: true, value: problem }
  }
}
