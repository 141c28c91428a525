import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { InvalidArgumentError } from 'commander'
import type { TSchema } from 'typebox'
import Schema from 'typebox/schema'
import { Instant, MoneyText } from '../../../contract/common'
import { IncomeText } from '../../../contract/consoleContent'
import { BankAmount } from '../../../contract/consoleStatements'
import { LOCALES } from '../../../contract/locales'
import { readScaled } from '../../../contract/readScaled'
import { readFrontMatter, SourceProblem } from '../modules/content/service'
import { instant, type OpsKit, yesNo } from './kit'

/** Decimals of numbers that are no amounts of the platform's currency: the earnings of a day, what a bank shows. */
const DECIMALS_MAX = 4

/** How the value of a parameter is typed: a hint for the help text, and its reader, which throws for a wrong one. */
interface Typed {
  hint: string
  read(text: string): unknown
}

interface JsonSchema extends TSchema {
  type?: string
  enum?: string[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  description?: string
}

const oneOf = (values: readonly string[], text: string) => {
  if (!values.includes(text)) throw new InvalidArgumentError(`It must be one of: ${values.join(', ')}.`)
  return text
}

/** The number as a decimal string; throws for a text that can be read in two ways or in none. */
function numberIn(text: string, scale: number, needed: string): string {
  const reading = readScaled(text, scale)
  if (reading.kind === 'ambiguous')
    throw new InvalidArgumentError(`"${text}" is not clear: write ${reading.readings.join(' or ')}.`)
  if (reading.kind === 'invalid') throw new InvalidArgumentError(needed)
  return reading.value
}

/** "500.00 USD": an amount is typed with its currency, so that it is unambiguous. */
const amountIn = ({ code, scale }: OpsKit['currency']): Typed => ({
  hint: `an amount with its currency, for example "500.00 ${code}"`,
  read(text) {
    const needed = `It must be an amount with its currency, for example "500.00 ${code}".`
    const [, typed = '', currency] = /^(.*\S)\s+([A-Z]{3,5})$/.exec(text.trim()) ?? []
    const amount = currency === code ? numberIn(typed, scale, needed) : '-'
    if (amount.startsWith('-')) throw new InvalidArgumentError(needed)
    return amount
  },
})

/** `<locale>.md` files with a title in front of the text. */
const textsIn = (folder: string) =>
  LOCALES.filter((locale) => readdirSync(folder).includes(`${locale}.md`)).map((locale) => {
    const file = `${locale}.md`
    const { title, markdown } = readFrontMatter(readFileSync(join(folder, file), 'utf8'), file)
    return { locale, title, body: markdown }
  })

/** A file with JSON, or a folder with a text for each language. */
function readFile(path: string): unknown {
  try {
    return statSync(path).isDirectory() ? textsIn(path) : JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new InvalidArgumentError(
      error instanceof SourceProblem ? error.message : `${path} is no file with JSON, and no folder of <locale>.md.`,
    )
  }
}

function typedAs(schema: JsonSchema, currency: OpsKit['currency']): Typed {
  const plain = schema.anyOf?.find(({ type }) => type !== 'null')
  if (plain && schema.anyOf?.some(({ type }) => type === 'null')) {
    const { hint, read } = typedAs(plain, currency)
    return { hint: `${hint}, or "none"`, read: (text) => (text === 'none' ? null : read(text)) }
  }
  if (isSame(schema, MoneyText)) return amountIn(currency)
  if (isSame(schema, Instant)) return { hint: 'a time with its zone', read: (text) => instant(text).toISOString() }
  const { enum: values, items, description: hint = '' } = schema
  if (values) return { hint: values.join(', '), read: (text) => oneOf(values, text) }
  if (schema.type === 'boolean') return { hint: 'yes or no', read: yesNo }
  if (items?.enum) {
    const known = items.enum
    return { hint: `of ${known.join(', ')}`, read: (text) => text.split(',').map((each) => oneOf(known, each.trim())) }
  }
  if (isSame(schema, BankAmount) || isSame(schema, IncomeText))
    return { hint, read: (text) => numberIn(text, DECIMALS_MAX, `It must be: ${hint}.`) }
  if (schema.type === 'string') return { hint, read: (text) => text.trim() }
  return { hint: 'a file with JSON', read: readFile }
}

/** Schemas are data, and the ones of the contract are used as they are. */
const isSame = (one: JsonSchema, other: JsonSchema) => JSON.stringify(one) === JSON.stringify(other)

/** Reads one parameter of an action, as the schema of the action describes it. */
export function typedParam(schema: TSchema, currency: OpsKit['currency']): Typed {
  const { hint, read } = typedAs(schema as JsonSchema, currency)
  const check = Schema.Compile(schema)
  return {
    hint,
    read(text) {
      const value = read(text)
      if (!check.Check(value))
        throw new InvalidArgumentError(hint === '' ? 'It is not of this form.' : `It must be: ${hint}.`)
      return value
    },
  }
}
