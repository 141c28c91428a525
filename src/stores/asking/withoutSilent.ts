/** An address that has not answered is left alone for so long. */
const SILENT_MS = 60_000

type ReadPage = (url: string) => Promise<string | undefined>

/**
 * Reads pages, and does not ask an address again at once that gave no answer: each check of a result would wait for a witness that is
 * away.
 * @param now this device's clock, epoch ms
 */
export function withoutSilent(readPage: ReadPage, now: () => number): ReadPage {
  const silentUntil = new Map<string, number>()
  return async (url) => {
    if (now() < (silentUntil.get(url) ?? 0)) return undefined
    const text = await readPage(url)
    if (text === undefined) silentUntil.set(url, now() + SILENT_MS)
    else silentUntil.delete(url)
    return text
  }
}
