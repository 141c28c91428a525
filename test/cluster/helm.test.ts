import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../server/src/config'
import { SETTING_NAMES } from '../../server/src/shared/settingNames'
import { container, environment, lintChart, type Manifest, manifest, problemsOf, renderChart } from './chart'

const LEAST = ['--set', 'host=trade.example.com,settings.OBJECT_STORE_URL=https://s3.example.com/photos']
const LIVE = ['--values', join(__dirname, '../../deploy/helm/live.example.yaml')]

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

test('a pod has the secrets that it reads and no others', async () => {
  const all = await renderChart(...LIVE)
  const mounted = all.flatMap(({ spec }) => spec?.template?.spec.volumes ?? []).flatMap(({ secret }) => secret ?? [])
  expect(mounted).toHaveLength(4)
  const keysOf = (name: string) =>
    manifest(all, 'Deployment', name).spec.template.spec.volumes?.[0]?.secret?.items.map(({ path }) => path)
  for (const name of ['ft-web', 'ft-work', 'ft-console']) {
    const read = (container(manifest(all, 'Deployment', name)).env ?? []).filter((each) => /_FILE$/.test(each.name))
    expect(keysOf(name)).toEqual(read.map(({ value }) => value.replace('/run/secrets/fairtick/', '')))
  }
  expect(keysOf('ft-console')).toContain('OPS_DATABASE_URL')
  expect(keysOf('ft-web')).not.toContain('OPS_DATABASE_URL')
})

test('each pod of the values for live funds has what live funds need, once the Secret is filled in', async () => {
  const all = await renderChart(...LIVE)
  const secrets = mkdtempSync(join(tmpdir(), 'fairtick-secrets-'))
  try {
    const known: Record<string, string> = {
      BUS_URL: 'rediss://bus:6379',
      PROOF_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64'),
      SEALING_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    for (const name of SETTING_NAMES)
      writeFileSync(
        join(secrets, name),
        known[name] ?? (name.endsWith('DATABASE_URL') ? `postgres://${name}@db/x` : 'x'.repeat(32)),
      )
    const filled = JSON.stringify([
      { id: 'bank', kind: 'bank', payee: 'F', bank: 'B', accountNumber: '1', minimum: '1.00', maximum: '2.00' },
    ])
    for (const name of ['ft-web', 'ft-work', 'ft-console']) {
      const env = environment(all, manifest(all, 'Deployment', name), secrets)
      expect(loadConfig({ ...env, DEPOSIT_CHANNELS: filled })).toMatchObject({ funds: 'live', misspelt: [] })
    }
  } finally {
    rmSync(secrets, { recursive: true, force: true })
  }
})
