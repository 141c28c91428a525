import { execFileSync } from 'node:child_process'

/** Groups of modules that are one if a bundler or a disk does not tell capitals apart. */
function alike(paths: readonly string[]): string[][] {
  const groups = new Map<string, Set<string>>()
  for (const path of paths) {
    const module = path.replace(/\.[^./]+$/, '')
    const key = module.toLowerCase()
    groups.set(key, (groups.get(key) ?? new Set()).add(module))
  }
  return [...groups.values()].filter((group) => group.size > 1).map((group) => [...group])
}

test('no two modules of a folder differ only in capitals', () => {
  const paths = execFileSync('git', ['ls-files', 'src', 'contract', 'proof', 'tools', 'server', 'console', 'config'], {
    encoding: 'utf8',
  })
  expect(alike(paths.split('\n'))).toEqual([])
  expect(alike(['src/a/Changes.tsx', 'src/a/changes.ts', 'src/b/changes.ts', 'src/a/Changes.scss'])).toEqual([
    ['src/a/Changes', 'src/a/changes'],
  ])
})
