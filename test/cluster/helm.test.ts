import { join } from 'node:path'
import { SETTING_NAMES } from '../../server/src/shared/settingNames'
import { container, lintChart, type Manifest, manifest, problemsOf, renderChart } from './chart'

const LEAST = ['--set', 'host=trade.example.com,settings.OBJECT_STORE_URL=https://s3.example.com/photos']
const LIVE = ['--values', join(__dirname, '../../deploy/helm/live.example.yaml')]

jest.setTimeout(60_000)

test.each([
  ['the least values', LEAST, 10],
  ['the values for live funds', LIVE, 13],
  ['a pool that is scaled by hand', [...LEAST, '--set', 'pools.web.autoscaling.enabled=false'], 9],
])('Kubernetes takes what the chart makes of %s', async (_what, values, count) => {
  await lintChart(...values)
  const all = await renderChart(...values)
  expect(all).toHaveLength(count)
  expect(await problemsOf(all)).toEqual([])
})

test('a field that Kubernetes does not know, and a wrong value, are problems', async () => {
  const [first] = (await renderChart(...LEAST)).filter(({ kind }) => kind === 'Deployment')
  const wrong = (change: (copy: Manifest) => void) => {
    const copy: Manifest = structuredClone(first as Manifest)
    change(copy)
    return problemsOf([copy])
  }
  expect(await wrong((copy) => Object.assign(container(copy).livenessProbe, { periodSecond: 1 }))).toEqual([
    expect.stringContaining('\'"periodSecond"\' does not exist'),
  ])
  expect((await wrong((copy) => Object.assign(copy.spec, { replicas: 'three' }))).join()).toContain('replicas')
})

test.each([
  ['no host', ['--set', 'settings.OBJECT_STORE_URL=https://s3.example.com/photos'], /host/],
  ['no object store', ['--set', 'host=trade.example.com'], /settings\.OBJECT_STORE_URL is empty/],
  ['a misspelt value', [...LEAST, '--set', 'pools.web.replica=2'], /replica/],
  ['a console without an address', [...LEAST, '--set', 'console.enabled=true'], /console\.origin is empty/],
])('with %s nothing is made', async (_what, values, sentence) => {
  await expect(renderChart(...values)).rejects.toThrow(sentence)
})

test('the schema is changed first, by the account that owns it, and secrets are in files only', async () => {
  const all = await renderChart(...LIVE)
  const migrate = manifest(all, 'Job', 'ft-migrate')
  expect(migrate.metadata.annotations?.['helm.sh/hook']).toBe('pre-install,pre-upgrade')
  expect(migrate.spec.template.spec.volumes?.[0]?.secret?.secretName).toBe('fairtick-owner')
  const settings = manifest(all, 'ConfigMap', 'ft-settings').data ?? {}
  const names = [
    ...Object.keys(settings),
    ...all.flatMap((each) => (each.spec?.template ? (container(each).env ?? []).map(({ name }) => name) : [])),
  ].filter((name) => name !== 'NODE_EXTRA_CA_CERTS')
  const known = new Set<string>(SETTING_NAMES)
  expect(names.map((name) => name.replace(/_FILE$/, '')).filter((name) => !known.has(name))).toEqual([])
  expect(names.filter((name) => /(_KEY|_TOKEN|DATABASE_URL|BUS_URL)$/.test(name))).toEqual([])
})
