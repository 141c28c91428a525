import type { IncomingHttpHeaders } from 'node:http'

export type Attributes = Record<string, string | number | boolean>

/** The span of a request, from its first hook to its answer. */
export interface RequestSpan {
  /** Runs `next` so that what it starts belongs to this span. */
  enter(next: () => void): void
  end(name: string, status: number): void
}

export interface TraceSettings {
  /** The address of a collector that takes OTLP over HTTP. */
  to: string
  /** One request in this many is traced, if the caller does not decide. */
  oneIn: number
}

/** The recorder of traces, if there is one. */
export interface Recorder {
  request(headers: IncomingHttpHeaders, attributes: Attributes): RequestSpan
  /** A span below the one that is open; without one nothing is recorded. */
  within<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** The same for steps that take no time. */
  mark(name: string, attributes: Attributes): void
  /** A separate trace, for work that no request asked for. */
  begin<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T>
  /** The open span as the header `traceparent` names it; undefined if none is, or where its trace is not kept. */
  parent(): string | undefined
  /** Runs `work` below a span of another process. */
  below(parent: string, work: () => void): void
  /** Names of the open span, for log lines. */
  ids(): Record<string, string>
  /** Sends the waiting spans. */
  stop(): Promise<void>
}

/** One for the process: all logs name the same trace. Undefined if tracing is off, which costs one comparison. */
let recorder: Recorder | undefined

export const recordTraces = (by: Recorder | undefined): void => {
  recorder = by
}

export const isTraced = (): boolean => recorder !== undefined

export const requestSpan = (headers: IncomingHttpHeaders, attributes: Attributes): RequestSpan | undefined =>
  recorder?.request(headers, attributes)

export const traced = <T>(name: () => string, attributes: () => Attributes, work: () => Promise<T>): Promise<T> =>
  recorder ? recorder.within(name(), attributes(), work) : work()

export const markTraced = (name: string, attributes: () => Attributes): void => recorder?.mark(name, attributes())

export const traceOfItsOwn = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  recorder ? recorder.begin(name, {}, work) : work()

/** The trace context that goes with an event to another process, so that what it causes there is in the same trace. */
export const traceParent = (): string | undefined => recorder?.parent()

export const belowTrace = (parent: string | undefined, work: () => void): void =>
  recorder && parent !== undefined ? recorder.below(parent, work) : work()

export const traceIds = (): Record<string, string> => recorder?.ids() ?? {}
