import { untracked } from 'mobx'
import { useServerNow } from './useServerNow'

/**
 * What `read` says of the present, asked once a second and not with each price: near an entry price the outcome of an
 * order changes several times a second, and a figure that does is no figure. `now` is the server's time, epoch ms.
 */
export function useEachSecond<T>(read: (now: number) => T): T {
  const now = useServerNow(1_000)
  return untracked(() => read(now))
}
