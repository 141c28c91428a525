/** How often each race is run; the full run is REPEATS=1000. */
const REPEATS = Number(process.env.REPEATS ?? 25)
/** Users who race at the same time: making one costs far more than a race. */
const SIDE_BY_SIDE = 25

/**
 * Runs `race` REPEATS times, each time for one of up to 25 racers, who go at once. `reset` follows each turn, so that the same
 * racers can go again.
 */
export async function repeatRace<T>(
  makeRacer: () => Promise<T>,
  race: (racer: T) => Promise<void>,
  reset: () => Promise<unknown>,
): Promise<void> {
  const racers: T[] = []
  for (let count = 0; count < Math.min(REPEATS, SIDE_BY_SIDE); count++) racers.push(await makeRacer())
  for (let done = 0; done < REPEATS; done += racers.length) {
    await Promise.all(racers.slice(0, REPEATS - done).map(race))
    await reset()
  }
}
