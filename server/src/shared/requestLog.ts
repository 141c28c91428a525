import type { FastifyBaseLogger } from 'fastify'
import type { Bindings, ChildLoggerOptions, LogFn } from 'pino'
import type { Log } from './log'

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/**
 * The log of one request, for Fastify's `childLoggerFactory`: its lines have what tells this request from others. Most requests
 * write none, and making a child takes pino longer than anything else that a log costs: it is made for the first line.
 */
export class RequestLog implements FastifyBaseLogger {
  declare fatal: LogFn
  declare error: LogFn
  declare warn: LogFn
  declare info: LogFn
  declare debug: LogFn
  declare trace: LogFn
  private made: Log | undefined

  constructor(
    private readonly parent: Log,
    private readonly bindings: Bindings,
  ) {}

  get level() {
    return this.parent.level
  }

  get silent() {
    return this.parent.silent
  }

  child(bindings: Bindings, options?: ChildLoggerOptions): FastifyBaseLogger {
    return this.own().child(bindings, options)
  }

  private own(): Log {
    this.made ??= this.parent.child(this.bindings)
    return this.made
  }

  static {
    for (const level of LEVELS) {
      // On the prototype: Fastify looks at each of them in each request.
      RequestLog.prototype[level] = function (this: RequestLog, ...line: Parameters<LogFn>) {
        if (this.parent.isLevelEnabled(level)) this.own()[level](...line)
      } as LogFn
    }
  }
}
