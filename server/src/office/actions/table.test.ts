import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { STAFF_ACTION_NAMES } from '../../../../contract/console'

test('each action is in the file that has its name, and what several share is in files without a verb', () => {
  const named = readdirSync(__dirname).flatMap((file) => /^([^.]+\.[^.]+)\.ts$/.exec(file)?.[1] ?? [])
  expect(named.filter((name) => !name.endsWith('.test')).sort()).toEqual([...STAFF_ACTION_NAMES].sort())
  const elsewhere = STAFF_ACTION_NAMES.filter(
    (name) => !readFileSync(join(__dirname, `${name}.ts`), 'utf8').includes(`: ActionHandler<'${name}'> = {`),
  )
  expect(elsewhere).toEqual([])
})
