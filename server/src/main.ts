import { runServer } from './run'

runServer()
