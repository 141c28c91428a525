import { initialsOf } from './figures'

test.each([
  ['lin_mei88', 'LM'],
  ['tester01', 'TE'],
  ['李梅', '李'],
  ['a', 'A'],
  ['___', '?'],
])('the initials of %p are %p', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
