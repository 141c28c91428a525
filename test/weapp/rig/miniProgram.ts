import vm from 'node:vm'
import { createCanvas, type FakeCanvas } from './canvas'
import { type Conditions, hardships, USUAL } from './conditions'
import { Modules } from './modules'
import { callOf, NavigationError, Pages } from './pages'
import { createQuery, type Place } from './query'
import { Styles } from './styles'
import { Taps } from './taps'
import { createAnswer, Listeners, type Options } from './wx'
import {
  type Call,
  type Choices,
  type Device,
  deviceFunctions,
  fileFunctions,
  PHONE,
  PLAIN,
  plainFunctions,
} from './wxDevice'
import type { Element } from './wxml'
import { type Network, WxNetwork } from './wxNetwork'
import { Privacy } from './wxPrivacy'
import { storageFunctions } from './wxStorage'

export interface LaunchOptions {
  /** The build's output. */
  folder: string
  network: Omit<Network, 'sockets'>
  /** The kinds of personal data that the owner declares in the administration. */
  declared?: readonly string[]
  conditions?: Partial<Conditions>
  device?: Partial<Device>
  /** Begins without a network. */
  offline?: boolean
  /** The phone's storage from launch to launch. */
  kept?: Map<string, unknown>
  choices?: Partial<Choices>
  /** Hears of files that run, requests that are sent, and calls of setData, e.g. "setData pages/index/index". */
  onEvent?: (event: string) => void
}

/** Globals that are only tested for existence: webpack's list of chunks, and a cloud that this product does not use. */
const NOT_ASKED = new Set(['webpackJsonp', 'cloud'])

/** Functions that tell by callbacks; requests and sockets answer with a task instead. */
const ANSWERING = [
  ...PLAIN,
  'navigateTo',
  'redirectTo',
  'switchTab',
  'reLaunch',
  'navigateBack',
  'setStorage',
  'getStorage',
  'getNetworkType',
  'chooseMedia',
  'chooseMessageFile',
  'getImageInfo',
  'compressImage',
  'canvasToTempFilePath',
  'setClipboardData',
  'getRandomValues',
  'getPrivacySetting',
  'requirePrivacyAuthorize',
]

/** How an event comes: up through the elements or to one alone, and where the fingers are, relative to a canvas. */
interface Manner {
  bubbles?: boolean
  touches?: readonly { identifier: number; x: number; y: number }[]
}

type Callbacks = Record<string, unknown>

/** A built mini program that runs in this process, as WeChat runs it: its own globals, `wx`, pages and packages. */
export class MiniProgram {
  readonly pages: Pages
  readonly modules: Modules
  readonly network: WxNetwork
  readonly privacy: Privacy
  readonly listeners = new Listeners()
  readonly styles = new Styles()
  private readonly taps = new Taps()
  /** How the program was opened. */
  private entry = { path: '', query: {}, scene: 1001, shareTicket: undefined }
  /** Calls of functions that only have to succeed, e.g. setTabBarItem. */
  readonly calls: Call[] = []
  /** Errors that the program threw or wrote to the console. */
  readonly complaints: string[] = []
  /** Functions of `wx` that were asked for and are not here. */
  readonly missing = new Set<string>()
  readonly canvases = new Map<string, FakeCanvas>()
  /** Those that are drawn on without being shown. */
  readonly offscreen: FakeCanvas[] = []
  /** Where parts of the page are, by selector, if a test says so. */
  readonly places = new Map<string, Place>()
  clipboard = ''
  /** The program's own log, which its owner reads. */
  readonly logged: string[] = []
  /** By path; those of the program's own folder begin with "http://usr". */
  readonly files = new Map<string, Buffer>()
  /** Functions that WeChat refuses now, with its words. */
  readonly refusals = new Map<string, string>()
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly context: vm.Context
  private app: Callbacks = {}
  private running = true
  /** Tasks that were due while the program was asleep; undefined while it is awake. */
  private overdue: (() => void)[] | undefined
  private updateReady: (() => void) | undefined

  constructor(options: LaunchOptions) {
    const conditions = { ...USUAL, ...options.conditions }
    const answer = createAnswer(this.later)
    const note = options.onEvent ?? (() => undefined)
    this.network = new WxNetwork({ ...options.network, sockets: conditions.sockets }, answer, this.files, note)
    this.network.offline = options.offline ?? false
    this.context = vm.createContext(this.globals(), { codeGeneration: { strings: false, wasm: false } })
    this.modules = new Modules(options.folder, this.context, note)
    this.pages = new Pages(this.modules, this.later, note)
    this.privacy = new Privacy(
      this.modules.app.__usePrivacyCheck__ === true,
      options.declared ?? [],
      this.listeners,
      answer,
    )
    const device = { ...PHONE, ...options.device }
    const functions: Record<string, unknown> = {
      ...this.listeners.functions(),
      ...deviceFunctions(device, answer),
      getLaunchOptionsSync: () => this.entry,
      getEnterOptionsSync: () => this.entry,
      ...plainFunctions(answer, this.calls, () => this.pages.front, this.refusals),
      ...storageFunctions(options.kept ?? new Map(), conditions.storage, answer),
      ...this.network.functions(),
      ...fileFunctions(this.files, options.choices ?? {}, answer),
      ...this.navigation(),
      canIUse: () => true,
      nextTick: (run: () => void) => this.later(run, 0),
      getUpdateManager: () => ({
        onUpdateReady: (ready: () => void) => {
          this.updateReady = ready
        },
        onCheckForUpdate: () => undefined,
        onUpdateFailed: () => undefined,
        applyUpdate: () => this.calls.push({ name: 'applyUpdate', page: '', options: {} }),
      }),
      getRealtimeLogManager: () => ({ error: (text: string) => this.logged.push(text) }),
      createOffscreenCanvas: (asked: { width: number; height: number }) => {
        const canvas = createCanvas(this.later, (timer) => clearTimeout(timer))
        this.offscreen.push(canvas)
        return Object.assign(canvas.node, asked)
      },
      createSelectorQuery: () =>
        createQuery({
          places: this.places,
          tree: () => this.pages.tree(),
          canvasOf: (element) => this.canvasOf(element),
          later: this.later,
          windowWidth: device.windowWidth,
        }),
      setClipboardData: (asked: Options & { data: string }) => {
        this.clipboard = asked.data
        answer.success('setClipboardData', asked)
      },
      getPrivacySetting: (asked: Options) => answer.success('getPrivacySetting', asked, this.privacy.setting()),
      requirePrivacyAuthorize: (asked: Options) => this.privacy.ask('requirePrivacyAuthorize', asked),
    }
    this.privacy.guard(functions)
    this.taps.guard(functions, answer)
    for (const script of hardships(conditions)) vm.runInContext(script, this.context)
    this.styles.watch(this.context)
    this.promisify(functions)
    const { missing } = this
    const wx = new Proxy(functions, {
      get(target, name) {
        if (typeof name === 'string' && !(name in target) && !NOT_ASKED.has(name)) missing.add(name)
        return target[String(name)]
      },
    })
    Object.assign(this.context, { wx })
  }

  /** As a tap on the program's icon, or on a card of someone's chat. */
  async launch(url?: string): Promise<void> {
    const path = url ?? `/${this.modules.app.pages[0]}`
    const entry = { ...this.entry, path: path.replace(/^\//, '').split('?')[0] ?? '' }
    this.entry = entry
    this.modules.run('app.js')
    this.callApp('onLaunch', entry)
    this.callApp('onShow', entry)
    const known = this.modules.pages.includes(entry.path)
    await this.pages.reLaunch(known ? path : `/${this.modules.app.pages[0]}`)
    if (!known) {
      this.callApp('onPageNotFound', { ...entry, isEntryPage: true })
      this.listeners.tell('PageNotFound', entry)
    }
  }

  /** The user leaves for another program of the phone. */
  hide(): void {
    this.pages.hide(this.pages.current)
    this.callApp('onHide', {})
    this.listeners.tell('AppHide', {})
  }

  /** Five seconds after it was left WeChat stops the program: no timer runs until it is opened again. */
  sleep(): void {
    this.overdue = []
  }

  /** A newer program is ready behind the one that runs. */
  offerUpdate(): void {
    this.updateReady?.()
  }

  comeBack(): void {
    const overdue = this.overdue ?? []
    this.overdue = undefined
    const entry = { path: this.pages.current.route, query: {}, scene: 1001 }
    this.callApp('onShow', entry)
    this.listeners.tell('AppShow', entry)
    callOf(this.pages.current, 'onShow')?.()
    for (const run of overdue) this.guarded(run)
  }

  /** Calls the page's own function, e.g. "onPullDownRefresh" or "onShareAppMessage". */
  async callPage(name: string, ...args: unknown[]): Promise<unknown> {
    const handler = callOf(this.pages.current, name)
    if (!handler) throw new Error(`${this.pages.current.route} has no ${name}`)
    return handler(...args)
  }

  /** An event from the view layer: it goes up from the element until something catches it. */
  fire(element: Element, type: string, detail: object = {}, { bubbles = false, touches = [] }: Manner = {}): void {
    const place = ({ attributes }: Element) => ({
      id: attributes.id,
      dataset: { sid: attributes['data-sid'] },
      offsetLeft: 0,
      offsetTop: 0,
    })
    const event = {
      type,
      detail,
      target: place(element),
      mark: {},
      timeStamp: Date.now(),
      touches,
      changedTouches: touches,
    }
    const handler = callOf(this.pages.current, 'eh')
    const deliver = () => {
      for (let at: Element | undefined = element; at; at = at.parent) {
        const bound = at.events.get(type)
        if (bound) handler?.({ ...event, currentTarget: place(at) })
        if (bound?.caught || !bubbles) return
      }
    }
    if (type === 'tap') this.taps.during(deliver)
    else deliver()
  }

  /** Ends the program: nothing of it runs any more. */
  stop(): void {
    this.running = false
    for (const timer of this.timers) clearTimeout(timer)
    this.network.end()
  }

  /** Runs something in the program's name: what it throws is a complaint, and nothing runs after the end. */
  private readonly guarded = (run: () => void): void => {
    if (!this.running) return
    if (this.overdue) {
      this.overdue.push(run)
      return
    }
    try {
      run()
    } catch (error) {
      this.complaints.push(
        error instanceof Error ? `${error.message}\n${error.stack}` : String((error as Error)?.stack ?? error),
      )
    }
  }

  private readonly later = (run: () => void, ms: number): number => {
    // Code that waited for something continues once more after the end: its timers would hold the process up.
    if (!this.running) return 0
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      this.guarded(run)
    }, ms)
    this.timers.add(timer)
    return Number(timer)
  }

  private globals(): object {
    const complain = (...parts: unknown[]) => {
      this.complaints.push(parts.map((part) => String((part as Error)?.stack ?? part)).join(' '))
    }
    const define = (definition: Callbacks) => this.pages.define(definition)
    return {
      console: {
        log: () => undefined,
        info: () => undefined,
        debug: () => undefined,
        warn: () => undefined,
        error: complain,
      },
      setTimeout: (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => this.later(() => run(...args), ms),
      clearTimeout: (timer: number) => clearTimeout(timer),
      setInterval: (run: () => void, ms = 0) => {
        if (!this.running) return 0
        const timer = setInterval(() => this.guarded(run), ms)
        this.timers.add(timer)
        return Number(timer)
      },
      clearInterval: (timer: number) => clearInterval(timer),
      App: (callbacks: Callbacks) => {
        this.app = callbacks
      },
      Page: define,
      Component: (definition: Callbacks) => definition,
      Behavior: (definition: Callbacks) => definition,
      getApp: () => this.app,
      getCurrentPages: () => [...this.pages.stack],
    }
  }

  /** A function that is called without any of the three callbacks answers with a promise of the program's own kind. */
  private promisify(functions: Record<string, unknown>): void {
    const promise: unknown = vm.runInContext('(function (run) { return new Promise(run) })', this.context)
    if (typeof promise !== 'function') throw new Error('The context makes no promises')
    for (const name of ANSWERING) {
      const run = functions[name]
      if (typeof run !== 'function') continue
      functions[name] = (options: Options = {}) => {
        if (options.success || options.fail || options.complete) return run(options)
        return promise((done: (result: object) => void, failed: (error: object) => void) =>
          run({ ...options, success: done, fail: failed }),
        )
      }
    }
  }

  private callApp(name: string, detail: object): void {
    const handler = this.app[name]
    if (typeof handler === 'function') handler.call(this.app, detail)
  }

  private navigation() {
    const answer = createAnswer(this.later)
    const make =
      (name: 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch') => (options: Options & { url: string }) => {
        this.go(() => this.pages[name](options.url), name, options, answer)
      }
    return {
      navigateTo: make('navigateTo'),
      redirectTo: make('redirectTo'),
      switchTab: make('switchTab'),
      reLaunch: make('reLaunch'),
      navigateBack: (options: Options & { delta?: number }) =>
        this.go(() => this.pages.navigateBack(options?.delta), 'navigateBack', options, answer),
    }
  }

  /** A page opens in a later task than the call, and what its code throws is a complaint. */
  private go(move: () => Promise<void>, name: string, options: Options, answer: ReturnType<typeof createAnswer>): void {
    this.later(() => {
      move().then(
        () => answer.success(name, options),
        (error) => {
          if (!(error instanceof NavigationError)) this.complaints.push(String(error?.stack ?? error))
          answer.fail(name, options, String(error))
        },
      )
    }, 1)
  }

  private canvasOf(element: Element): FakeCanvas {
    const id = String(element.attributes.id)
    const canvas = this.canvases.get(id) ?? createCanvas(this.later, (timer) => clearTimeout(timer))
    this.canvases.set(id, canvas)
    return canvas
  }
}
