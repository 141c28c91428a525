import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What many parts do: alone it does not say which one, and a search for it finds all. */
const VERBS = 'add|ask|change|check|close|create|delete|erase|find|finish|get|list|load|make|open|put|read|remove|save'
const MORE_VERBS = 'send|set|show|start|stop|store|update|write'
const BARE = new RegExp(`^export (?:async )?(?:function |const )(${VERBS}|${MORE_VERBS})(?=[ (<:])`, 'gm')

const bareIn = (text: string) => [...text.matchAll(BARE)].map(([, verb]) => verb)

test('an exported function says what it sends, reads or finds', () => {
  expect(bareIn('export async function send(order: Order) {}\nexport const read = () => 1')).toEqual(['send', 'read'])
  expect(bareIn('export function sendOrder() {}\nconst find = 1')).toEqual([])
  const paths = execFileSync('git', ['ls-files', 'src', 'contract', 'proof', 'tools', 'server/src', 'console'], {
    encoding: 'utf8',
  })
  const sources = paths.split('\n').filter((path) => /\.tsx?$/.test(path))
  // Arithmetic is named as in mathematics.
  const found = sources.filter(
    (path) => path !== 'src/domain/arithmetic.ts' && bareIn(readFileSync(path, 'utf8')).length,
  )
  expect(found).toEqual([])
})
