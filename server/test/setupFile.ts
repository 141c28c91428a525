import { createRequire } from 'node:module'
import { giveTestPasswords } from './passwordHashes'

// The object that the server's code is given, too.
giveTestPasswords(createRequire(__filename)('@node-rs/argon2'))
