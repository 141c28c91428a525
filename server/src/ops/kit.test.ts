import { InvalidArgumentError } from 'commander'
import { rowNumber, wholeNumber } from './kit'

test('a proposal beyond the thousandth can be approved; how many rows to list ends there', () => {
  expect(rowNumber('1001')).toBe(1001)
  expect(wholeNumber('1000')).toBe(1000)
  for (const wrong of [() => wholeNumber('1001'), () => rowNumber('0'), () => rowNumber('1.5'), () => rowNumber('x')])
    expect(wrong).toThrow(InvalidArgumentError)
})
