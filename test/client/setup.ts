import '@testing-library/jest-dom'
import { fakeTaro } from './taro'

beforeEach(() => {
  fakeTaro.reset()
  window.localStorage.clear()
  window.sessionStorage.clear()
})
