// npm run build:console: the staff console's web app into dist/console.
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { fromRoot } from './lib/paths.mjs'
import { runMain } from './lib/say.mjs'

await runMain(async () => {
  await build({
    configFile: false,
    root: fromRoot('console'),
    base: '/',
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir: fromRoot('dist', 'console'), emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 1_500 },
  })
})
