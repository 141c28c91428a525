import { readFileSync } from 'node:fs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { SERVER_FLAGS, SERVER_MALLOC } from '../../scripts/lib/serverFlags.mjs'

const read = (...path: string[]) => readFileSync(fromRoot(...path), 'utf8')

test('a node is run alike by npm start, in a container and as a service', () => {
  const line = `${SERVER_FLAGS.join(' ')} dist/server/main.js`
  const malloc = Object.entries(SERVER_MALLOC)
    .map((setting) => setting.join('='))
    .join(' ')
  for (const unit of ['fairtick', 'fairtick-signer']) {
    expect(read('deploy', 'systemd', `${unit}.service`)).toContain(`/bin/node ${line}\n`)
    expect(read('deploy', 'systemd', `${unit}.service`)).toContain(`Environment=${malloc}\n`)
  }
  const words = ['node', ...SERVER_FLAGS, 'dist/server/main.js'].map((word) => JSON.stringify(word)).join(', ')
  expect(read('deploy', 'Containerfile')).toContain(`CMD [${words}]`)
  expect(read('deploy', 'Containerfile')).toContain(`ENV ${malloc}\n`)
  expect(read('scripts', 'start.mjs')).toContain('[...SERVER_FLAGS,')
  expect(read('scripts', 'start.mjs')).toContain('...SERVER_MALLOC,')
})
