jest.mock('@node-rs/argon2', () =>
  jest
    .requireActual<typeof import('./passwordHashes')>('./passwordHashes')
    .withTestPasswords(jest.requireActual('@node-rs/argon2')),
)
