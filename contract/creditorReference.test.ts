import { creditorReference } from './creditorReference'

/** The second is an example of the standard. */
test.each([
  ['FD-01JD7Q4ZK8', 'RF29FD01JD7Q4ZK8'],
  ['539007547034', 'RF18539007547034'],
])('%s is %s', (reference, expected) => {
  expect(creditorReference(reference)).toBe(expected)
})
