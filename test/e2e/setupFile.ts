// A journey waits for real seconds, as orders run 30 of them.
// The longest takes some 80 s if nothing else runs; each wait in it has its own limit.
jest.setTimeout(600_000)
