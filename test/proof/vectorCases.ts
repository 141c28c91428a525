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

/** The cases by kind: each kind is a file of test/proof/vectors. */
const CASES: Readonly<Record<string, readonly Case[]>> = {
  true: TRUE_CASES,
  order: ORDER_CASES,
  window: WINDOW_CASES,
  log: LOG_CASES,
  house: HOUSE_CASES,
  file: FILE_CASES,
  witness: [...WITNESS_CASES, ...TIED_CASES],
  server: SERVER_CASES,
  signed: SIGNED_CASES,
  silence: SILENCE_CASES,
  signedLog: SIGNED_LOG_CASES,
}

async function made({ make, answers, fetched, ...facts }: Case): Promise<Vector> {
  const receipt = await make()
  return {
    ...facts,
    receipt,
    ...(fetched && { checkpoints: await fetched() }),
    ...(answers && { server: await answers(receipt as Receipt) }),
  }
}

/** The text of each file of test/proof/vectors, by its name: a line for each vector. */
export async function makeVectors(): Promise<Record<string, string>> {
  const files = Object.entries(CASES).map(async ([kind, cases]) => {
    const lines = (await Promise.all(cases.map(made))).map((vector) => `${JSON.stringify(vector)}\n`)
    return [`${kind}.jsonl`, lines.join('')] as const
  })
  return Object.fromEntries(await Promise.all(files))
}
