// A limit that finds a test that hangs; it does not measure how quick the machine is. Figures of speed are the bench's.
jest.setTimeout(30_000)
