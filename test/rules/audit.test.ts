import { auditProblems } from '../../scripts/lib/auditRules.mjs'

const URL = 'https://advisories.example/GHSA-1'
const advisory = { url: URL, title: 'Reads outside the folder', severity: 'high', range: '<2.0.0' }
const report = { vulnerabilities: { unzip: { via: [advisory] }, packer: { via: ['unzip'] } } }
const allowed = { advisory: URL, reason: 'no archive of a user is opened', until: '2027-01-31' }

test('a weakness is named once, with the package that has it', () => {
  expect(auditProblems(report, [], '2026-12-01')).toEqual([`unzip <2.0.0: Reads outside the folder (high), ${URL}`])
  expect(auditProblems({ vulnerabilities: {} }, [], '2026-12-01')).toEqual([])
})

test('one that is allowed passes until its day', () => {
  expect(auditProblems(report, [allowed], '2027-01-31')).toEqual([])
  expect(auditProblems(report, [allowed], '2027-02-01')).toEqual([
    `${URL} was allowed until 2027-01-31: look at it again`,
  ])
})

test('the list holds nothing without a reason and nothing that is over', () => {
  expect(auditProblems(report, [{ ...allowed, reason: '' }], '2026-12-01')).toEqual([
    `${URL} is allowed without a reason`,
  ])
  expect(auditProblems({ vulnerabilities: {} }, [allowed], '2026-12-01')).toEqual([
    `${URL} is found no longer: take it off the list`,
  ])
})
