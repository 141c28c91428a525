// npm run dev:h5: Taro's H5 dev server for QA. It proxies /api, HTTP and WebSocket, to the server named by API.

import { runForeground } from './lib/run.mjs'
import { runMain } from './lib/say.mjs'
import { TOOLS } from './lib/tools.mjs'

await runMain(() =>
  runForeground(process.execPath, [TOOLS.taro, 'build', '--type', 'h5', '--watch'], {
    env: { NODE_ENV: 'development', API: process.env.API ?? `http://127.0.0.1:${process.env.PORT ?? 8080}` },
  }),
)
