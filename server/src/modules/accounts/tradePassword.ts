/** Popular choices that match no pattern below. */
const COMMON = new Set(
  (
    '159753 159357 147258 147852 147963 258456 258369 369258 357159 741852 741963 789456 852456 852963 963852 963741 142536 ' +
    '102030 246810 135790 135792 112358 314159 271828 520131 131452 584520 168888 888168 201314 131420 520520 147369 ' +
    '123789 789123 456123 123654 321654 654789 987123 111222 222333 123321 159951 951753 753951 456852 258852'
  ).split(' '),
)

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const isDay = (month: number, day: number) => day >= 1 && day <= (DAYS[month - 1] ?? 0)

/** Six digits that read as a date: year first, day first or month first. */
function isDate(digits: string): boolean {
  const [first = 0, second = 0, third = 0] = [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].map(Number)
  return isDay(second, third) || isDay(second, first) || isDay(first, second)
}

/** 123456, 901234, 654321. */
function isRun(digits: string): boolean {
  const steps = [...digits.slice(1)].map((digit, index) => (Number(digit) - Number(digits[index]) + 10) % 10)
  return steps.every((step) => step === 1) || steps.every((step) => step === 9)
}

/** At most two digits (112211), a doubled half (258258), pairs (112233), or a palindrome (123321). */
function isRepeat(digits: string): boolean {
  const isDoubled = digits.slice(0, 3) === digits.slice(3)
  const isPaired = [0, 2, 4].every((at) => digits[at] === digits[at + 1])
  const isMirrored = digits === [...digits].reverse().join('')
  return new Set(digits).size <= 2 || isDoubled || isPaired || isMirrored
}

/** PRODUCT.md 9.2: a trade password is 6 digits. */
export const isInvalidTradePassword = (password: string) => !/^[0-9]{6}$/.test(password)

/** PRODUCT.md 9.2: one of those that people try first. */
export const isWeakTradePassword = (password: string) =>
  isRun(password) || isRepeat(password) || isDate(password) || COMMON.has(password)
