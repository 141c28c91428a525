// npm run build:weapp: the mini program in dist/weapp, with its packages measured and its code checked against what
// WeChat's runtimes take. docs/MINIPROGRAM.md says how to open and publish it.
import { rmSync } from 'node:fs'
import { LEVEL, measurePackages, packageTable, weappProblems } from './checks/weappOutput.mjs'
import { fromRoot } from './lib/paths.mjs'
import { run } from './lib/run.mjs'
import { Refusal, runMain, say } from './lib/say.mjs'
import { TOOLS } from './lib/tools.mjs'

/** A mini program has no page address to take the API's from. This one works in DevTools on one's own machine. */
const LOCAL_ORIGIN = 'http://127.0.0.1:8080'

await runMain(async () => {
  const output = fromRoot('dist', 'weapp')
  const origin = process.env.TARO_APP_API_ORIGIN || LOCAL_ORIGIN
  rmSync(output, { recursive: true, force: true })
  const code = await run(process.execPath, [TOOLS.taro, 'build', '--type', 'weapp'], {
    env: { NODE_ENV: 'production', TARO_APP_API_ORIGIN: origin },
  })
  if (code !== 0) throw new Refusal('Taro could not build the mini program; what it said stands above.')
  process.stdout.write(`Packages of dist/weapp, uncompressed; language level ${LEVEL}\n`)
  process.stdout.write(`${packageTable(measurePackages(output))}\n`)
  const problems = await weappProblems(output)
  if (problems.length > 0) throw new Refusal(`WeChat would refuse this build:\n  ${problems.join('\n  ')}`)
  say(`the mini program asks ${origin}; TARO_APP_API_ORIGIN names another`)
})
