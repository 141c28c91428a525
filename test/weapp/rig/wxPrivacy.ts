import type { Answer, Listeners, Options } from './wx'

/** Interfaces that touch personal data, as WeChat's list of them has it, each with the kind under which it is declared. */
const GUARDED: Readonly<Record<string, string>> = {
  chooseImage: '选中的照片或视频信息',
  chooseMedia: '选中的照片或视频信息',
  chooseVideo: '选中的照片或视频信息',
  chooseMessageFile: '选中的文件',
  saveImageToPhotosAlbum: '相册（仅写入）权限',
  saveVideoToPhotosAlbum: '相册（仅写入）权限',
  setClipboardData: '剪切板',
  getClipboardData: '剪切板',
}

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
    /** The kinds that the owner declares in the administration. */
    private readonly declared: readonly string[],
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
    for (const [name, kind] of Object.entries(GUARDED)) {
      const run = functions[name] as Asked | undefined
      if (!run) continue
      functions[name] = (options: Options) => {
        if (!this.declared.includes(kind))
          return this.answer.fail(name, options, 'api scope is not declared in the privacy agreement')
        this.wait(
          name,
          () => run(options),
          () => this.refuse(name, options),
        )
      }
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
