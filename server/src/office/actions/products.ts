import { ok, refuse } from '../../shared/result'
import type { ConsoleDeps } from '../action'

export const productSubject = ({ symbol }: { symbol: string }) => symbol

export async function checkProduct({ database }: ConsoleDeps, symbol: string) {
  const found = await database.some('select 1 from product where symbol = $1', [symbol])
  return found ? ok(undefined) : refuse('not_found')
}
