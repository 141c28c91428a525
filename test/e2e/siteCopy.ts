import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { registerStaticH5 } from '../../server/src/plugins/staticH5'

export const BUILT = join(__dirname, '../../dist/h5')

/** A copy of the built app on its own address, which can go away, come back, and be of a newer build. */
export interface SiteCopy {
  origin: string
  /** Nothing answers any more, as without a network. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Puts a build in place of the first one: another page and worker, and none of the scripts that pages load later. */
  deploy(name: string): void
  /** Paths that were asked for. */
  asked: string[]
  /** Requests below this path wait until the returned function is called. */
  hold(path: string): () => void
  stop(): Promise<void>
}

/** Serves dist/h5 and forwards /api to `apiOrigin`. */
export async function copySite(apiOrigin: string): Promise<SiteCopy> {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-site-'))
  cpSync(BUILT, folder, { recursive: true })
  // Only the plain files change below.
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(br|gz)$/.test(entry)) rmSync(join(folder, entry))
  const asked: string[] = []
  let held = { path: '', released: Promise.resolve() }
  const listen = async (port: number) => {
    const app = Fastify({ forceCloseConnections: true })
    app.addHook('onRequest', async ({ url }) => {
      asked.push(url)
      if (held.path !== '' && url.startsWith(held.path)) await held.released
    })
    await registerStaticH5(app as never, folder)
    app.all('/api/*', async (request, reply) => {
      const answer = await fetch(new URL(request.url, apiOrigin), {
        method: request.method,
        headers: request.headers.authorization ? { authorization: request.headers.authorization } : {},
      })
      return reply
        .code(answer.status)
        .type('application/json')
        .send(Buffer.from(await answer.arrayBuffer()))
    })
    await app.listen({ host: '127.0.0.1', port })
    return app
  }
  let app = await listen(0)
  const { port } = app.server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    asked,
    hold(path) {
      let release = () => undefined as unknown
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      held = { path, released }
      return () => void release()
    },
    goAway: () => app.close(),
    comeBack: async () => {
      app = await listen(port)
    },
    deploy(name) {
      const page = join(folder, 'index.html')
      const html = readFileSync(page, 'utf8')
      writeFileSync(page, html.replace(/(?<=<meta name="version" content=")[^"]*/, name))
      writeFileSync(join(folder, 'version.txt'), name)
      const worker = join(folder, 'service-worker.js')
      writeFileSync(worker, `${readFileSync(worker, 'utf8')}\n// ${name}`)
      const scripts = join(folder, 'static/js')
      for (const script of readdirSync(scripts)) if (!html.includes(script)) rmSync(join(scripts, script))
    },
    async stop() {
      await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
