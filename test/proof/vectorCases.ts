import type { Receipt } from '../../contract/proof'
import { FILE_CASES } from './vectorFileCases'
import type { Case, Vector } from './vectorKit'
import { LOG_CASES } from './vectorLogCases'
import { ORDER_CASES } from './vectorOrderCases'
import { TRUE_CASES } from './vectorTrueCases'
import { WINDOW_CASES } from './vectorWindowCases'

const CASES: readonly Case[] = [...TRUE_CASES, ...ORDER_CASES, ...WINDOW_CASES, ...LOG_CASES, ...FILE_CASES]

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
