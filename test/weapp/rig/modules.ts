import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import vm from 'node:vm'
import { pause } from '../../support/until'

export interface AppJson {
  pages: string[]
  subPackages: { root: string; name?: string; pages: string[] }[]
  preloadRule: Record<string, { packages: string[] }>
  tabBar: { list: { pagePath: string; text: string }[] }
  __usePrivacyCheck__?: boolean
}

/** Names that WeChat hides from a script by making them parameters of the function around it. */
const HIDDEN =
  'window,document,frames,self,location,navigator,localStorage,history,Caches,screen,alert,confirm,prompt,XMLHttpRequest,WebSocket'

const MAIN = ''
const DOWNLOAD_MS = 20

/** Loads the program's files as WeChat does: by package, each once, none across packages except asynchronously. */
export class Modules {
  readonly app: AppJson
  /** Roots of the subpackages that were downloaded, in order. */
  readonly downloaded: string[] = []
  /** Set to make downloads fail, as without a network. */
  offline = false
  private readonly loaded = new Map<string, { exports: unknown }>()

  constructor(
    readonly folder: string,
    private readonly context: vm.Context,
    private readonly note: (event: string) => void,
  ) {
    this.app = JSON.parse(readFileSync(join(folder, 'app.json'), 'utf8'))
  }

  /** All pages with their paths, those of subpackages included. */
  get pages(): string[] {
    return [
      ...this.app.pages,
      ...this.app.subPackages.flatMap(({ root, pages }) => pages.map((page) => `${root}/${page}`)),
    ]
  }

  packageOf(file: string): string {
    return this.app.subPackages.find(({ root }) => file.startsWith(`${root}/`))?.root ?? MAIN
  }

  /** Downloads the package of a page or file if it is not there yet. */
  async download(file: string): Promise<void> {
    const root = this.packageOf(file)
    if (root === MAIN || this.downloaded.includes(root)) return
    await pause(DOWNLOAD_MS)
    if (this.offline) throw new Error(`loadSubPackage:fail ${root}`)
    if (!this.downloaded.includes(root)) this.downloaded.push(root)
  }

  /** Runs a file of the program, e.g. "app.js", and returns its exports. */
  run(file: string): unknown {
    const known = this.loaded.get(file)
    if (known) return known.exports
    const module = { exports: {} }
    this.loaded.set(file, module)
    this.note(`run ${file}`)
    const source = readFileSync(join(this.folder, file), 'utf8')
    const wrapper = `(function(require,module,exports,${HIDDEN}){${source}\n})`
    const define = vm.runInContext(wrapper, this.context, { filename: join(this.folder, file) })
    define(this.requireFrom(file), module, module.exports)
    return module.exports
  }

  private requireFrom(from: string) {
    const fileOf = (id: string) => {
      const path = resolve('/', dirname(from), id).slice(1)
      return path.endsWith('.js') ? path : `${path}.js`
    }
    const require = (id: string) => {
      const file = fileOf(id)
      const target = this.packageOf(file)
      if (target !== MAIN && target !== this.packageOf(from))
        throw new Error(`module "${file}" is not defined, ${from}`)
      return this.run(file)
    }
    // Written in the context, so that it answers with a promise of the program's own kind.
    const load = (id: string, done: (exports: unknown) => void, failed: (error: unknown) => void) => {
      const file = fileOf(id)
      this.download(file).then(
        () => done(this.run(file)),
        (error) => failed({ mod: file, errMsg: String(error) }),
      )
    }
    const asPromise = vm.runInContext(
      '(function(load){return function(id){return new Promise(function(y,n){load(id,y,n)})}})',
      this.context,
    )
    return Object.assign(require, { async: asPromise(load) })
  }
}
