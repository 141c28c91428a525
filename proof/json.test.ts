import { readPlainJson } from './json'

test('a text that is spelt plainly is read, whatever its strings look like', () => {
  const value = { a: [0, 30, { a: 1 }, { a: 2 }], b: '{"a": 1.0, "a": -2}', 'c:"}\\': null, d: true, e: {} }
  expect(readPlainJson(JSON.stringify(value, null, 2))).toEqual(value)
})

test.each(['30.0', '3e1', '3E1', '-0', '-1', '1.5', '0.1e1', '1e-1', '90071992547409930.0'])(
  '%s is no spelling of an integer',
  (number) => {
    expect(readPlainJson(`{"a":[{"b":${number}}]}`)).toBeUndefined()
    expect(readPlainJson(number)).toBeUndefined()
    expect(readPlainJson(`["${number}"]`)).toEqual([number])
  },
)

test('a field that stands twice in one object is no field, however it is written', () => {
  for (const text of ['{"a":1,"a":1}', '{"a":1,"b":{"c":1,"c":2}}', '[{"a":1,"\\u0061":2}]', '{"":1, "" :1}'])
    expect(readPlainJson(text)).toBeUndefined()
  expect(readPlainJson('{"a":{"a":1},"b":[{"a":1},{"a":1}]}')).toEqual({ a: { a: 1 }, b: [{ a: 1 }, { a: 1 }] })
})

test('what is no JSON is nothing', () => {
  for (const text of ['', '{', '01', '[1,]', '{a:1}', '\ufeff{}', 'undefined'])
    expect(readPlainJson(text)).toBeUndefined()
})
