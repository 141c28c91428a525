interface Waiting<A> {
  done(answer: A): void
  failed(error: unknown): void
}

/**
 * Collects questions, and reads them together once everything else in this turn of the event loop has asked. `read`
 * returns each result at its place.
 */
export function createBatchReads<Q, A>(read: (questions: readonly Q[]) => Promise<readonly A[]>) {
  let questions: Q[] = []
  let waiting: Waiting<A>[] = []
  async function run() {
    const [asked, askers] = [questions, waiting]
    questions = []
    waiting = []
    try {
      const answers = await read(asked)
      for (const [index, { done }] of askers.entries()) done(answers[index] as A)
    } catch (error) {
      for (const { failed } of askers) failed(error)
    }
  }
  return (question: Q): Promise<A> =>
    new Promise((done, failed) => {
      if (questions.length === 0) setImmediate(run)
      questions.push(question)
      waiting.push({ done, failed })
    })
}
