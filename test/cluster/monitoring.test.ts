import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { required } from '../../scripts/setup/requirements.mjs'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'fairtick-monitoring-'))

beforeAll(() => {
  cpSync(join(__dirname, '../../deploy/monitoring'), folder, { recursive: true })
  // The token is a secret of the deployment: here it is any file.
  const token = join(folder, 'token')
  writeFileSync(token, 'a token')
  const config = join(folder, 'prometheus.yaml')
  writeFileSync(config, readFileSync(config, 'utf8').replace('/run/secrets/metrics_token', token))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('each alert fires when it should, and none where all is well', async () => {
  const { stdout } = await run(required('promtool'), ['test', 'rules', 'alerts.test.yaml'], { cwd: folder })
  expect(stdout).toContain('SUCCESS')
})

test('Prometheus and Alertmanager take their configurations', async () => {
  const prometheus = await run(required('promtool'), ['check', 'config', 'prometheus.yaml'], { cwd: folder })
  expect(prometheus.stdout).toMatch(/rules found/)
  const alertmanager = await run(required('amtool'), ['check-config', 'alertmanager.yaml'], { cwd: folder })
  expect(alertmanager.stdout).toContain('3 receivers')
})
