/** What home shows once the rest of the app is loaded: one file. */
export { AssetsLine } from './AssetsLine'
export { FirstSteps } from './FirstSteps'
export { HomeAside } from './HomeAside'
export { OtherProducts } from './OtherProducts'
