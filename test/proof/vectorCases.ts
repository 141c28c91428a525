import type { Receipt } from '../../contract/proof'
import { FILE_CASES } from './vectorFileCases'
import { HOUSE_CASES } from './vectorHouseCases'
import type { Case, Vector } from './vectorKit'
import { LOG_CASES } from './vectorLogCases'
import { ORDER_CASES } from './vectorOrderCases'
import { SERVER_CASES } from './vectorServerCases'
import { SIGNED_CASES } from './vectorSignedCases'
import { SIGNED_LOG_CASES } from './vectorSignedLogCases'
import { SILENCE_CASES } from './vectorSilenceCases'
import { TRUE_CASES } from './vectorTrueCases'
import { WINDOW_CASES } from './vectorWindowCases'
import { TIED_CASES, WITNESS_CASES } from './vectorWitnessCases'

const CASES: readonly Case[] = [
  ...TRUE_CASES,
  ...ORDER_CASES,
  ...WINDOW_CASES,
  ...LOG_CASES,
  ...HOUSE_CASES,
  ...FILE_CASES,
  ...WITNESS_CASES,
  ...TIED_CASES,
  ...SERVER_CASES,
  ...SIGNED_CASES,
  ...SILENCE_CASES,
  ...SIGNED_LOG_CASES,
]

export const makeVectors = (): Promise<Vector[]> =>
  Promise.all(
    CASES.map(async ({ make, answers, fetched, ...facts }) => {
      const receipt = await make()
      return {
        ...facts,
        receipt,
        ...(fetched && { checkpoints: await fetched() }),
        ...(answers && { server: await answers(receipt as Receipt) }),
      }
    }),
  )
