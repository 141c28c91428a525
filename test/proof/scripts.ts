import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/** The published scripts: as a user runs them, and for hundreds of files, for which a process each takes too long. */
const FOLDER = join(__dirname, '../../scripts')
const OF_NODE = join(FOLDER, 'verify-receipt.mjs')

interface Said {
  status: number
  lines: string[]
  error: string
}
type Script = (...args: readonly string[]) => Promise<Said>

const said = (status: number, output: string, error: string): Said => {
  const lines = output.split('\n').filter((line) => line !== '')
  return { status, lines, error }
}

const runs =
  (program: string, script: string): Script =>
  (...args) =>
    new Promise((resolve) => {
      execFile(program, [script, ...args], { maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
        resolve(said(error ? Number(error.code) : 0, stdout, stderr)),
      )
    })
/** The interpreter itself: where versions are managed, `python3` is a shell script that takes as long as a receipt. */
const PYTHON = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()
export const python = runs(PYTHON, join(FOLDER, 'verify_receipt.py'))
export const node = runs(process.execPath, OF_NODE)

/** Reads the arguments of a run from each line, as JSON, and answers with its exit code and its output. */
const NODE_LOOP = `
import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { main } from ${JSON.stringify(pathToFileURL(OF_NODE))}
let output, error
process.stdout.write = (text) => { output += text }
process.stderr.write = (text) => { error += text }
for await (const line of createInterface({ input: process.stdin })) {
  output = error = ''
  const status = await main(JSON.parse(line))
  writeSync(1, JSON.stringify([status, output, error]) + '\\n')
}`
const PYTHON_LOOP = `
import contextlib, io, json, sys
sys.path.insert(0, ${JSON.stringify(FOLDER)})
from verify_receipt import main
for line in sys.stdin:
    output, error = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(error):
        status = main(json.loads(line))
    print(json.dumps([status, output.getvalue(), error.getvalue()]), flush=True)
`

/** A script that stays in its process, and answers one run after the other. */
function startLoop(program: string, args: readonly string[]) {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const run: Script = async (...given) => {
    child.stdin.write(`${JSON.stringify(given)}\n`)
    const { value = '' } = await answers.next()
    const [status, output, error] = JSON.parse(value)
    return said(status, output, error)
  }
  const stop = () => {
    child.stdin.end()
    return once(child, 'exit')
  }
  return { run, stop }
}

/** Both scripts, each in one process until `stop`. */
export function startScripts() {
  const [ofNode, ofPython] = [
    startLoop(process.execPath, ['--input-type=module', '--eval', NODE_LOOP]),
    startLoop(PYTHON, ['-B', '-c', PYTHON_LOOP]),
  ]
  return {
    both: (...args: readonly string[]) => Promise.all([ofNode.run(...args), ofPython.run(...args)]),
    stop: () => Promise.all([ofNode.stop(), ofPython.stop()]),
  }
}
