import { alertProblems, runbooksIn } from '../../scripts/checks/alertRules.mjs'

const texts = {
  rules: [
    '      - alert: BusLost',
    '        expr: fairtick_bus_connected == 0',
    '          runbook_url: "{{ $externalLabels.runbooks }}#the-bus-is-lost"\n',
  ].join('\n'),
  tests: '        alertname: BusLost\n        exp_alerts:\n          - exp_labels: {}\n',
  incidents: '# Incidents\n\n## The bus is lost\n\n`BusLost`. Restart Redis.\n',
  sources: "name: 'fairtick_bus_connected'",
}

test('an alert with a runbook, a test and a metric passes', () => {
  expect(runbooksIn(texts.incidents)).toEqual(new Map([['BusLost', 'the-bus-is-lost']]))
  expect(alertProblems(texts)).toEqual([])
})

test('an alert without a runbook, a test or its metric is named, and so is a runbook without its alert', () => {
  expect(alertProblems({ ...texts, incidents: '' })).toEqual(['INCIDENTS.md lacks BusLost'])
  expect(alertProblems({ ...texts, tests: texts.tests.replace('- exp_labels', '[]') })).toEqual([
    'alerts.test.yaml never makes BusLost fire',
  ])
  expect(alertProblems({ ...texts, sources: '' })).toEqual([
    'alerts.yaml asks for fairtick_bus_connected, which nothing makes',
  ])
  expect(alertProblems({ ...texts, rules: '' })).toEqual(['alerts.yaml has no BusLost, as INCIDENTS.md says'])
})

test('an alert that leads elsewhere than to its runbook, or nowhere, is named', () => {
  const problems = ['the runbook_url of BusLost has to end with #the-bus-is-lost']
  expect(alertProblems({ ...texts, rules: texts.rules.replace('#the-bus', '#a-bus') })).toEqual(problems)
  const [first, second] = texts.rules.split('\n')
  const another = '      - alert: NodeDown\n          runbook_url: "{{ $externalLabels.runbooks }}#the-bus-is-lost"\n'
  const both = { ...texts, rules: `${first}\n${second}\n${another}` }
  expect(alertProblems(both)).toEqual(expect.arrayContaining(problems))
})
