import type { CDPSession, Page } from 'puppeteer-core'

/** A task of a thread in Chromium's trace format; times in µs. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Time for which the thread had the processor. */
  tdur?: number
}

const CATEGORIES = ['disabled-by-default-devtools.timeline', 'blink.user_timing']

/**
 * Runs `pan` on a page whose processor is `slowdown` times slower, and returns what the main thread worked for each
 * frame that left a mark, in ms. Only time on the processor counts: what other programs do on the machine at the same
 * time makes frames late, but is no work of the chart.
 */
export async function traceFrames<T>(
  page: Page,
  slowdown: number,
  pan: () => Promise<T>,
): Promise<{ answer: T; workMs: number[] }> {
  const cdp: CDPSession = await page.createCDPSession()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.tracing.start({ categories: CATEGORIES })
  const answer = await pan()
  const trace = await page.tracing.stop()
  const { traceEvents } = JSON.parse(Buffer.from(trace ?? []).toString()) as { traceEvents: TraceEvent[] }
  return { answer, workMs: workOf(traceEvents) }
}

/** A frame is the task that holds its mark, and all tasks of that thread until the next one. */
function workOf(events: readonly TraceEvent[]): number[] {
  const marks = events.filter(({ name, ph }) => name === 'frame' && ph !== 'X').sort((a, b) => a.ts - b.ts)
  const main = marks[0]
  const tasks = events
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === main?.pid && tid === main.tid)
    .sort((a, b) => a.ts - b.ts)
  const work: number[] = []
  let next = 0
  for (const task of tasks) {
    const end = task.ts + (task.dur ?? 0)
    if ((marks[next]?.ts ?? Number.POSITIVE_INFINITY) <= end) {
      work.push(0)
      while ((marks[next]?.ts ?? Number.POSITIVE_INFINITY) <= end) next += 1
    }
    const last = work.length - 1
    if (last >= 0) work[last] = (work[last] ?? 0) + (task.tdur ?? 0) / 1000
  }
  // The part after the last mark also belongs to the end of the run.
  return work.slice(0, -1)
}
