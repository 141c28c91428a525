import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'

function readMap(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  } catch {
    return undefined
  }
}

/**
 * Makes stacks name the lines of the sources of `file`, a bundle with its map next to it. The map is read for the first
 * stack that somebody reads, and let go when memory is short: with `--enable-source-maps` a process that has no errors would
 * hold 20 MB of it.
 */
export function nameSourcesOf(file: string): void {
  // Not bundled, as in development: what runs the sources names them.
  if (!existsSync(`${file}.map`)) return
  let kept: WeakRef<SourceMap> | undefined
  let isMissing = false

  function mapNow(): SourceMap | undefined {
    const known = kept?.deref()
    if (known || isMissing) return known
    const map = readMap(file)
    isMissing = map === undefined
    kept = map && new WeakRef(map)
    return map
  }

  function lineOf(site: NodeJS.CallSite): string {
    const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
    if (site.getFileName() !== file || line === null || column === null) return `    at ${site}`
    const origin = mapNow()?.findOrigin(line, column)
    if (!origin || !('fileName' in origin)) return `    at ${site}`
    const place = `${origin.fileName.replace(/^(\.\.\/)+/, '')}:${origin.lineNumber}:${origin.columnNumber}`
    return `    at ${String(site).replace(`${file}:${line}:${column}`, place)}`
  }

  Error.prepareStackTrace = (error, sites) => [String(error), ...sites.map(lineOf)].join('\n')
}
