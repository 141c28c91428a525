import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Gauge } from 'prom-client'
import type { Metrics } from './metrics'

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The first end of the certificates in a PEM, in seconds; undefined if none can be read. */
export function firstEndOf(pem: string): number | undefined {
  const ends = (pem.match(PEM) ?? []).map((text) => Date.parse(new X509Certificate(text).validTo) / 1_000)
  return ends.length > 0 ? Math.min(...ends) : undefined
}

/** Node.js itself says if it cannot read the file, and continues without it. */
function extraOf(file: string | undefined): Record<string, string> {
  try {
    return file === undefined ? {} : { NODE_EXTRA_CA_CERTS: readFileSync(file, 'utf8') }
  } catch {
    return {}
  }
}

/**
 * Reports when the certificates end that this process was started with: those of the signer, by setting, and the authorities of
 * `NODE_EXTRA_CA_CERTS`. A process keeps those that it has read, so a newer file does not help before a restart.
 */
export function reportCertificateEnds({ registry }: Metrics, own: Record<string, string>, extraFile?: string): void {
  const ends = new Gauge({
    name: 'fairtick_certificate_ends_timestamp_seconds',
    help: 'When the certificates end that this process was started with',
    labelNames: ['part'],
    registers: [registry],
  })
  for (const [part, pem] of Object.entries({ ...own, ...extraOf(extraFile) })) {
    const end = firstEndOf(pem)
    if (end !== undefined) ends.set({ part }, end)
  }
}
