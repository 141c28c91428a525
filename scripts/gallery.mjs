// npm run gallery: every screen of the app and of the staff console, over invented answers of the server, in each language, theme, width and size of text.
import { buildConsoleGallery, buildGallery, serveGallery } from './lib/gallery.mjs'
import { runMain, say, secondsSince } from './lib/say.mjs'

const PORT = Number(process.env.PORT ?? 10087)

await runMain(async () => {
  const startedAt = Date.now()
  await buildConsoleGallery()
  const folder = await buildGallery()
  const { origin } = await serveGallery(folder, PORT)
  say(`the gallery was built in ${secondsSince(startedAt)} and is at ${origin} until you press Ctrl+C`)
  await new Promise(() => undefined)
})
