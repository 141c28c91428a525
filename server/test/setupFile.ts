import { slowness } from '../../test/support/slowness'

// A limit that finds a test that hangs; it does not measure how quick the machine is. Figures of speed are the bench's.
jest.setTimeout(30_000 * slowness())

jest.mock('@node-rs/argon2', () =>
  jest
    .requireActual<typeof import('./passwordHashes')>('./passwordHashes')
    .withTestPasswords(jest.requireActual('@node-rs/argon2')),
)
