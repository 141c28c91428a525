import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import sharp from 'sharp'
import { freePort } from '../../scripts/setup/postgres.mjs'
import { isThere, required } from '../../scripts/setup/requirements.mjs'
import { until } from '../support/until'
import { type OpenTab, OUTPUT, TESTING_LIBRARY } from './browser'
import type { Tab, TabElement } from './tab'
import { type WatchedSite, watchSite } from './watchedSite'

/** WebKitGTK, the nearest that Linux has to Safari, over the WebDriver protocol. */
export interface WebKit {
  /** Where its pages come from; what the page complains about is heard there. */
  origin: string
  /** A fresh visitor: its own browser, with storage that goes with it. One at a time. */
  visit(window: { width: number; height: number }): Promise<OpenTab>
  close(): Promise<void>
}

/** Whether this machine has it, with what steers it. */
export const hasWebKit = ['webkit', 'webkit driver', 'xvfb'].every(isThere)
export const testInWebKit = hasWebKit ? test : test.skip

/** The name that the standard gives a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const CONTROL = '\uE009'
const BACKSPACE = '\uE003'

type Command = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<T>
type Reference = Record<typeof ELEMENT, string>

function commandsOf(base: string): Command {
  return async <T>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(base + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
    if (!answer.ok) throw new Error(`WebDriver ${path}: ${value.error} ${value.message}`)
    return value as T
  }
}

/** Starts the driver on its own screen, in memory. `site` is the server's origin. */
export async function launchWebKit(site: string): Promise<WebKit> {
  mkdirSync(OUTPUT, { recursive: true })
  const binary = required('webkit')
  const watched = await watchSite(site)
  const port = await freePort()
  const driver = spawn(
    required('xvfb'),
    ['-a', '-s', '-screen 0 1280x1024x24', required('webkit driver'), `--port=${port}`],
    { detached: true, stdio: 'ignore', env: { ...process.env, LIBGL_ALWAYS_SOFTWARE: '1' } },
  )
  const stop = () => stopGroup(driver)
  process.once('exit', stop)
  const command = commandsOf(`http://127.0.0.1:${port}`)
  await until('WebKitWebDriver to start', () => command('GET', '/status').catch(() => undefined), {
    everyMs: 50,
  })
  return {
    origin: watched.origin,
    visit: (window) => openSession(command, binary, watched, window),
    async close() {
      process.off('exit', stop)
      stop()
      await watched.stop()
    },
  }
}

/** The driver, its screen and what they started are one group of processes. */
function stopGroup(child: ChildProcess) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid)
  } catch {
    // It has ended by itself.
  }
}

async function openSession(
  command: Command,
  binary: string,
  watched: WatchedSite,
  { width, height }: { width: number; height: number },
): Promise<OpenTab> {
  const { sessionId } = await command<{ sessionId: string }>('POST', '/session', {
    capabilities: {
      alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation', '--full-screen'] } },
    },
  })
  const session: Command = (method, path, body) => command(method, `/session/${sessionId}${path}`, body)
  const reshape = async (shape: { width: number; height: number }) => {
    await session('POST', '/window/rect', { x: 0, y: 0, width: shape.width, height: shape.height })
  }
  await reshape({ width, height })
  watched.complaints.length = 0
  return {
    tab: webKitTab(session),
    complaints: watched.complaints,
    reshape,
    close: async () => {
      await session('DELETE', '')
    },
  }
}

function webKitTab(session: Command): Tab {
  /** A promise is awaited in the page; an exception comes back as one. */
  const run = async <T>(source: string, args: unknown[]): Promise<T> => {
    const script = `const done = arguments[arguments.length - 1]; const args = [...arguments].slice(0, -1);
      Promise.resolve().then(() => (${source})(...args)).then((value) => done({ value }), (error) => done({ error: String(error) }))`
    const { value, error } = await session<{ value: T; error?: string }>('POST', '/execute/async', { script, args })
    if (error !== undefined) throw new Error(error)
    return value
  }
  const inject = async (source: string) => {
    await session('POST', '/execute/sync', { script: source, args: [] })
  }
  const tab: Tab = {
    go: async (url) => {
      await session('POST', '/url', { url })
    },
    url: () => session('GET', '/url'),
    inject,
    evaluate: (source, ...args) => run(String(source), args),
    async find(source, argument) {
      // No driver command runs a script in each new page, as the other engines do.
      const hasLibrary = await run<boolean>(`() => 'TestingLibraryDom' in window`, [])
      if (!hasLibrary) await inject(TESTING_LIBRARY)
      const references = await run<Reference[]>(String(source), [argument])
      return references.map((reference) => webKitElement(session, run, reference))
    },
    async screenshot(path) {
      await sharp(Buffer.from(await session<string>('GET', '/screenshot'), 'base64')).toFile(path)
    },
  }
  return tab
}

function webKitElement(
  session: Command,
  run: <T>(source: string, args: unknown[]) => Promise<T>,
  reference: Reference,
): TabElement {
  const path = `/element/${reference[ELEMENT]}`
  const press = async () => {
    await session('POST', `${path}/click`, {})
  }
  return {
    evaluate: (source) => run(String(source), [reference]),
    press,
    async type(text) {
      await press()
      // A command lets go of the modifier keys at its end.
      for (const keys of [`${CONTROL}a`, BACKSPACE, text]) await session('POST', `${path}/value`, { text: keys })
    },
  }
}
