import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstEndOf, reportCertificateEnds } from './certificateEnds'
import { systemClock } from './clock'
import { createMetrics } from './metrics'

const DAY_S = 86_400

test('the end of each certificate is in the figures, and of several in a file the first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairtick-ends-'))
  try {
    const make = (days: number) => {
      const [key, file] = [join(folder, 'key'), join(folder, `${days}.crt`)]
      const of = ['-subj', '/CN=x', '-days', String(days), '-keyout', key, '-out', file]
      execFileSync(
        'openssl',
        ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...of],
        {
          stdio: 'ignore',
        },
      )
      return file
    }
    const [soon, late] = [make(10), make(100)] as const
    const both = readFileSync(late, 'utf8') + readFileSync(soon, 'utf8')
    const inDays = (end: number | undefined) => Math.round(((end ?? 0) - systemClock.now() / 1_000) / DAY_S)
    expect(inDays(firstEndOf(both))).toBe(10)
    expect(firstEndOf('no certificate')).toBeUndefined()
    const metrics = createMetrics()
    reportCertificateEnds(metrics, { SIGNER_CERT: both }, late)
    const text = await metrics.registry.metrics()
    const figure = (part: string) => Number(new RegExp(`part="${part}"} (\\d+)`).exec(text)?.[1])
    expect([inDays(figure('SIGNER_CERT')), inDays(figure('NODE_EXTRA_CA_CERTS'))]).toEqual([10, 100])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
