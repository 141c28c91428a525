import type { Receipt } from '../../contract/proof'
import type { Case, Vector } from './vectorKit'
import { TRUE_CASES } from './vectorTrueCases'

const CASES: readonly Case[] = [...TRUE_CASES]

export const makeVectors = (): Promise<Vector[]> =>
  Promise.all(
    CASES.map(async ({ make, answers, fetched, ...facts }) => {
      const receipt = await make()
      return {
        ...{ ...facts, receipt },
        ...(fetched && { checkpoints: await fetched() }),
        ...(answers && { server: await answers(receipt as Receipt) }),
      }
    }),
  )
