import type { Question } from './decoding/question'

/** The plain form of the result for a statement: a class cannot be passed between processes. */
async function readStatementOf({ bytes, currency }: Extract<Question, { kind: 'statement' }>) {
  const { readStatement } = await import('./office/statements/readStatement')
  const { UnreadableStatement } = await import('./office/statements/statementLine')
  try {
    return { statement: readStatement(Buffer.from(bytes), currency) }
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    const { fault, place, found, unit } = error
    return { unreadable: { fault, place, found, unit } }
  }
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
  process.send?.(
    question.kind === 'picture' ? { picture: await remake(question.bytes) } : await readStatementOf(question),
  )
})
process.on('disconnect', () => process.exit())
