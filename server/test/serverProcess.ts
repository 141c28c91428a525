import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { SERVER_FLAGS } from '../../scripts/lib/serverFlags.mjs'
import { projectRoot } from '../src/shared/paths'

/** The built server, with these settings alone. From the sources each start would take 4 s of a core more. */
export const spawnServer = (settings: Record<string, string>) =>
  spawn(process.execPath, [...SERVER_FLAGS, join(projectRoot(), 'dist', 'server', 'main.js')], {
    cwd: projectRoot(),
    env: { PATH: process.env.PATH, ...settings },
  })
