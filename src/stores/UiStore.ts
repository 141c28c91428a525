import { makeAutoObservable } from 'mobx'

export type ToastTone = 'success' | 'error' | 'info'

export interface ToastEntry {
  id: number
  text: string
  tone: ToastTone
  /** When it first showed, device time: going to another page does not restart its time. */
  since: number
  /** The page that a tap opens; without it a tap goes through to what is below. */
  open: (() => void) | undefined
}

/** Texts are already in the user's language. */
export interface ConfirmRequest {
  title: string
  text?: string
  confirmLabel: string
  cancelLabel: string
  tone?: 'normal' | 'danger'
}

/** More than this at once is noise; the oldest goes. */
const MAX_TOASTS = 3

/** Overlays of every page: toasts and one question at a time. Screens call it; stores never do. */
export class UiStore {
  toasts: ToastEntry[] = []
  confirmation: ConfirmRequest | undefined = undefined
  /** The sheet that says how to reach customer service. */
  serviceShown = false
  /** A newer build has taken over, while this page still runs the one before. */
  updateReady = false
  private answer: ((yes: boolean) => void) | undefined = undefined
  private nextToastId = 1

  constructor() {
    makeAutoObservable<UiStore, 'answer' | 'nextToastId'>(this, {
      answer: false,
      nextToastId: false,
    })
  }

  toast(text: string, tone: ToastTone = 'info', open?: () => void): void {
    const others = this.toasts.filter((toast) => toast.text !== text)
    this.toasts = [...others, { id: this.nextToastId++, text, tone, since: Date.now(), open }].slice(-MAX_TOASTS)
  }

  dismissToast(id: number): void {
    this.toasts = this.toasts.filter((toast) => toast.id !== id)
  }

  showService(shown: boolean): void {
    this.serviceShown = shown
  }

  setUpdateReady(): void {
    this.updateReady = true
  }

  /** Resolves true when the user confirms. A second question answers the first with no. */
  confirm(request: ConfirmRequest): Promise<boolean> {
    this.settle(false)
    this.confirmation = request
    return new Promise((resolve) => {
      this.answer = resolve
    })
  }

  /** The same, but `onYes` runs in the very tap that confirms: WeChat takes some calls nowhere else. */
  offer(request: ConfirmRequest, onYes: () => void): void {
    this.settle(false)
    this.confirmation = request
    this.answer = (yes) => {
      if (yes) onYes()
    }
  }

  settle(yes: boolean): void {
    const { answer } = this
    this.answer = undefined
    this.confirmation = undefined
    answer?.(yes)
  }
}
