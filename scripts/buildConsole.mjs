// npm run build:console: the staff console's web app into dist/console.
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { fromRoot } from './lib/paths.mjs'
import { runMain } from './lib/say.mjs'

await runMain(async () => {
  // The output must not depend on the caller: built for tests, widgets share one id and dialogs lose the focus.
  process.env.NODE_ENV = 'production'
  await build({
    configFile: false,
    root: fromRoot('console'),
    base: '/',
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: fromRoot('dist', 'console'), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1_500 },
  })
})
