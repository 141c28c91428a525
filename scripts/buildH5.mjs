// npm run build:h5: the production build of the app in dist/h5, compressed, with its sizes checked.
import { existsSync, rmSync } from 'node:fs'
import { compressFolder } from './lib/compress.mjs'
import { writeFirstScreen } from './lib/firstScreen.mjs'
import { LIMITS, measureH5, sizeTable } from './lib/h5Sizes.mjs'
import { fromRoot } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { Refusal, runMain, say } from './lib/say.mjs'
import { writeServiceWorker } from './lib/serviceWorker.mjs'
import { TOOLS } from './lib/tools.mjs'

/** Where the bundler keeps what it has compiled, between builds. */
const KEPT = fromRoot('node_modules', '.cache', 'webpack', 'production-h5')

const build = async () =>
  (await run(process.execPath, [TOOLS.taro, 'build', '--type', 'h5'], { env: { NODE_ENV: 'production' } })) === 0

await runMain(async () => {
  const output = fromRoot('dist', 'h5')
  rmSync(output, { recursive: true, force: true })
  const hadKept = existsSync(KEPT)
  let isBuilt = await build()
  if (!isBuilt && hadKept) {
    // The bundler trips over its own files now and then, and would do so in each build from then on.
    say('building the app again, without what was kept of earlier builds')
    rmSync(KEPT, { recursive: true, force: true })
    isBuilt = await build()
  }
  if (!isBuilt) throw new Refusal('Taro could not build the app; what it said stands above.')
  await writeFirstScreen(output)
  const sizes = measureH5(output)
  process.stdout.write(
    `Sizes, gzip (limits: first screen ${LIMITS.firstScreenJs} KB, chunk ${LIMITS.chunkJs} KB)\n${sizeTable(sizes)}\n`,
  )
  if (sizes.problems.length > 0) throw new Refusal(`The build is too large: ${sizes.problems.join('; ')}.`)
  writeServiceWorker(output)
  compressFolder(output)
})
