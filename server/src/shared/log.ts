import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Fields that never reach a log, wherever one level of nesting puts them. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'loginPassword',
  'tradePassword',
  'token',
  'registrationToken',
  'phone',
  'openingCode',
  // passwords and the second factor
  'oldPassword',
  'newPassword',
  'changeCode',
  'secondFactorCode',
  'codes',
  'secret',
  'uri',
  // who somebody is, and where their money goes
  'name',
  'idNumber',
  'accountName',
  'cardNumber',
  'bankCode',
  'accountAddress',
  'currencyAddress',
  // what was sent or stored, whole; a parser that speaks of its options names the headers, token included
  'headers',
  'body',
  'payload',
  'file',
  'answers',
]

const paths = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`])

/** JSON for programs, or lines for the person at the terminal. */
export const LOG_FORMATS = ['json', 'lines'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** LOG_FORMAT if it is not set. */
export const usualLogFormat = (): LogFormat => (process.stderr.isTTY ? 'lines' : 'json')

const FIELD_MAX = 120

/** `12:00:00 WARN what is wrong: why (field=value)`: no stack and no long value; LOG_FORMAT=json has them. */
export function lineOf(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json)
  const said = Object.entries(fields).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    return `${name}=${text.length > FIELD_MAX ? `${text.slice(0, FIELD_MAX)}…` : text}`
  })
  const name = pino.levels.labels[level]?.toUpperCase() ?? ''
  const facts = said.length > 0 ? ` (${said.join(', ')})` : ''
  return `${time.slice(11, 19)} ${name.padEnd(5)} ${msg}${err ? `: ${err.message}` : ''}${facts}\n`
}

/** Where a log goes in this format. */
export function logDestination(format: LogFormat): DestinationStream {
  if (format === 'json') return pino.destination(2)
  return { write: (json) => void process.stderr.write(lineOf(json)) }
}

/** JSON lines on standard error, so that standard output keeps the few lines meant for a person. */
export function createLog(level: LogLevel, destination: DestinationStream = pino.destination(2)): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '[redacted]' },
      serializers: { err: serializeError },
    },
    destination,
  )
}

/** In these errors PostgreSQL could not read a value, and the message repeats it. */
const REPEATS_VALUE = /^22/

/** The database puts row values into `detail`, `where` and `parameters`; only what names the failure is kept. */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const code = 'code' in error ? error.code : undefined
  const constraint = 'constraint' in error ? error.constraint : undefined
  if (typeof code === 'string' && REPEATS_VALUE.test(code)) {
    const at = error.stack?.slice(error.stack.indexOf('\n    at '))
    return { type: error.name, message: 'the database refused a value', code, constraint, stack: at }
  }
  return { type: error.name, message: error.message, code, constraint, stack: error.stack }
}
