import type { Answer, Listeners, Options } from './wx'

/** Interfaces of the program that touch personal data, as WeChat's list of them has it. */
const GUARDED = ['chooseMedia', 'chooseImage', 'setClipboardData', 'getClipboardData', 'saveImageToPhotosAlbum']

type Asked = (options: Options) => unknown

/** WeChat's privacy check: a guarded function waits until the user has agreed once. */
export class Privacy {
  agreed = false
  /** Id of the button of the kind "agreePrivacyAuthorization" that was tapped last: without it nobody has agreed. */
  tapped = ''
  /** Which functions waited, in order. */
  readonly asked: string[] = []
  /** How often WeChat had to show its own question because the program has none. */
  ownQuestions = 0

  constructor(
    private readonly checks: boolean,
    private readonly listeners: Listeners,
    private readonly answer: Answer,
  ) {}

  setting() {
    return { needAuthorization: this.checks && !this.agreed, privacyContractName: '《Fairtick Privacy》' }
  }

  ask(name: string, options: Options): void {
    this.wait(
      name,
      () => this.answer.success(name, options),
      () => this.refuse(name, options),
    )
  }

  /** Puts the check in front of every guarded function. */
  guard(functions: Record<string, unknown>): void {
    for (const name of GUARDED) {
      const run = functions[name] as Asked | undefined
      if (run)
        functions[name] = (options: Options) =>
          this.wait(
            name,
            () => run(options),
            () => this.refuse(name, options),
          )
    }
  }

  private refuse(name: string, options: Options): void {
    this.answer.fail(name, options, 'privacy permission is not authorized')
  }

  private wait(name: string, go: () => void, refuse: () => void): void {
    if (!this.checks || this.agreed) {
      go()
      return
    }
    this.asked.push(name)
    const resolve = ({ event, buttonId }: { event: string; buttonId?: string }) => {
      if (event === 'agree' && buttonId !== undefined && buttonId === this.tapped) {
        this.agreed = true
        go()
      } else if (event === 'disagree') refuse()
    }
    const told = this.listeners.tell('NeedPrivacyAuthorization', resolve, { referrer: name })
    if (!told) {
      this.ownQuestions += 1
      this.agreed = true
      go()
    }
  }
}
