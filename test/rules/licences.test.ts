import { isAllowed, licenceProblems } from '../../scripts/checks/licenceRules.mjs'

test('one side of a choice is enough, of both together each has to be allowed', () => {
  expect(['MIT', '(BSD-3-Clause OR GPL-2.0)', 'Apache-2.0 AND LGPL-3.0-or-later'].every(isAllowed)).toBe(true)
  expect(['AGPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN LICENSE'].some(isAllowed)).toBe(false)
})

test('a shipped package with another licence or none is named, a tool of development is not', () => {
  const packages = { '': {}, 'node_modules/a': { license: 'MIT' }, 'node_modules/t': { license: 'GPL-3.0', dev: true } }
  expect(licenceProblems(packages)).toEqual([])
  expect(
    licenceProblems({ 'node_modules/b': { license: 'AGPL-3.0' }, 'node_modules/x/node_modules/@c/d': {} }),
  ).toEqual([
    'b is under AGPL-3.0, which licenceRules.mjs does not allow',
    '@c/d says nothing of its licence in package-lock.json',
  ])
})
