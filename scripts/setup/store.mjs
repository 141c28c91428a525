// node scripts/setup/store.mjs <folder> <address> <port> <certificate> <key>: an S3 store with TLS, for tests only. Its one
// bucket is called backups; the key and its secret are S3RVER.
import { readFileSync } from 'node:fs'
import S3rver from '@20minutes/s3rver'

const [folder, address, port, certificate, key] = process.argv.slice(2)
await new S3rver({
  address,
  port: Number(port),
  silent: true,
  // pgBackRest signs the host without its port, as on port 443.
  allowMismatchedSignatures: true,
  directory: folder,
  cert: readFileSync(certificate),
  key: readFileSync(key),
  configureBuckets: [{ name: 'backups' }],
}).run()
