// A journey waits for real seconds: orders run 30 of them.
jest.setTimeout(240_000)
