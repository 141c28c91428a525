import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../../server/src/config'
import { SETTING_NAMES } from '../../server/src/shared/settingNames'
import { container, environment, manifest, readManifests } from './kubernetes'

const manifests = readManifests()
const NODES = ['fairtick', 'fairtick-console']
const secretsOf = (kind: string, name: string) => {
  const { spec } = manifest(manifests, kind, name)
  return spec.template.spec.volumes?.flatMap(({ secret }) => secret ?? []) ?? []
}

test('the account that owns the tables is the job’s alone, and that of staff the console’s', () => {
  expect(secretsOf('Job', 'fairtick-migrate').map(({ secretName }) => secretName)).toEqual(['fairtick-owner'])
  for (const name of NODES) {
    const [secret] = secretsOf('Deployment', name)
    const keys = secret?.items.map(({ path }) => path)
    const read = (container(manifest(manifests, 'Deployment', name)).env ?? []).filter((each) =>
      /_FILE$/.test(each.name),
    )
    expect([secret?.secretName, keys]).toEqual(['fairtick', read.map(({ name: file }) => file.replace(/_FILE$/, ''))])
    expect(keys?.includes('OPS_DATABASE_URL')).toBe(name === 'fairtick-console')
  }
})

test('each pod has what live funds need, once the Secret is filled in, and secrets in files only', () => {
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
    const channel = {
      id: 'bank',
      kind: 'bank',
      payee: 'F',
      bank: 'B',
      accountNumber: '1',
      minimum: '1.00',
      maximum: '2.00',
    }
    for (const name of NODES) {
      const { NODE_EXTRA_CA_CERTS, ...env } = environment(manifests, manifest(manifests, 'Deployment', name), secrets)
      expect(Object.keys(env).filter((each) => /(_KEY|_TOKEN|DATABASE_URL|BUS_URL)$/.test(each))).toEqual([])
      const config = loadConfig({ ...env, DEPOSIT_CHANNELS: JSON.stringify([channel]) })
      expect(config).toMatchObject({ funds: 'live', misspelt: [] })
    }
  } finally {
    rmSync(secrets, { recursive: true, force: true })
  }
})
