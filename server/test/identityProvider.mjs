// An identity provider in its own process, for tests of staff sign-in: node identityProvider.mjs <return address>.
// Prints its address; whoever asks signs in under any name on its page.
import { createServer } from 'node:http'
import Provider from 'oidc-provider'

const [returnTo] = process.argv.slice(2)
const listener = createServer((request, response) => provider.callback()(request, response))
let provider
listener.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${listener.address().port}`
  provider = new Provider(issuer, {
    clients: [{ client_id: 'console', client_secret: 'a secret of the console', redirect_uris: [returnTo] }],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    cookies: { keys: ['for tests only'] },
  })
  process.stdout.write(`${issuer}\n`)
})
