import type { Question } from './decoding/question'
import type { UnreadableStatement as Unreadable } from './office/statements/statementLine'

type Read<T> = { statement: T } | { unreadable: Pick<Unreadable, 'fault' | 'place' | 'found' | 'unit' | 'file'> }

/** The plain form of the result for a statement: a class cannot be passed between processes. */
async function readable<T>(read: () => T | Promise<T>): Promise<Read<T>> {
  const { UnreadableStatement } = await import('./office/statements/statementLine')
  try {
    return { statement: await read() }
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    const { fault, place, found, unit, file } = error
    return { unreadable: { fault, place, found, unit, file } }
  }
}

async function readStatementsOf({ bytes, currency, files = [], wanted }: Extract<Question, { kind: 'statement' }>) {
  const { readStatements } = await import('./office/statements/readStatements')
  return readable(() => readStatements(Buffer.from(bytes), currency, { files, wanted }))
}

async function preview({ bytes, currency, description }: Extract<Question, { kind: 'preview' }>) {
  const { previewStatement } = await import('./office/statements/previewStatement')
  const { readDescribedCsv } = await import('./office/statements/describedCsv')
  const seen = await readable(() => previewStatement(Buffer.from(bytes), currency, description))
  if (!('statement' in seen)) return seen
  const { file, rows } = seen.statement
  return { file, rows, read: await readable(() => readDescribedCsv(Buffer.from(bytes), file, currency)) }
}

async function remake(bytes: Uint8Array) {
  const { remakePicture } = await import('./decoding/picture')
  return remakePicture(Buffer.from(bytes))
}

/**
 * The program of a process that decodes what strangers send (`decoding/decoderProcess.ts`), one question at a time. What it does
 * not expect ends it, and the next question starts another.
 */
process.on('message', async (question: Question) => {
  if (question.kind === 'picture') process.send?.({ picture: await remake(question.bytes) })
  else process.send?.(await (question.kind === 'preview' ? preview(question) : readStatementsOf(question)))
})
process.on('disconnect', () => process.exit())
