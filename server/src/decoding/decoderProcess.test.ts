import { execFileSync } from 'node:child_process'
import { until } from '../../../test/support/until'
import { DECODER_FOLDER } from '../../test/app'
import { HEIC_PHOTO } from '../../test/heic'
import { flatPhoto, jpegPhoto, pngPhoto } from '../../test/photos'
import { createDecoderProcess } from './decoderProcess'

/** A process takes seconds to start on a busy machine. */
const PATIENT = { answerMs: 50_000, waitMs: 50_000, memoryMb: 1_000 }
const USD = { code: 'USD', scale: 2 }
const childrenOf = (pid: number) =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .split('\n').length
const childPids = () =>
  execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)])
    .toString()
    .split('\n')
    .filter((line) => line.includes('decoder.'))
    .map((line) => Number.parseInt(line, 10))
/** 100,000 elements within each other. */
const NESTED = Buffer.from(`<?xml version="1.0"?>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`)

test('a picture and a statement are decoded in a process of their own, while this one does other things', async () => {
  const decoder = createDecoderProcess(PATIENT, DECODER_FOLDER)
  let turns = 0
  const timer = setInterval(() => turns++, 5)
  const picture = await decoder.ask({ kind: 'picture', bytes: await flatPhoto(4_000, 3_000) })
  clearInterval(timer)
  expect(Buffer.from((picture as { answer: { picture: Uint8Array } }).answer.picture).subarray(0, 2)).toEqual(
    Buffer.from('ffd8', 'hex'),
  )
  expect(turns).toBeGreaterThan(10)
  expect(await decoder.ask({ kind: 'picture', bytes: Buffer.alloc(100) })).toEqual({ answer: { picture: undefined } })
  const bytes = Buffer.from('Date,Amount,Currency,Text\n2026-11-20,5.00,USD,x\n')
  expect(await decoder.ask({ kind: 'statement', bytes, currency: USD })).toMatchObject({
    answer: { statement: [{ format: 'csv', lines: [{ amount: 500n }] }] },
  })
  const unreadable = await decoder.ask({ kind: 'statement', bytes: NESTED, currency: USD })
  expect(unreadable).toMatchObject({ answer: { unreadable: { fault: expect.any(String) } } })
})

test('whoever exceeds time or memory ends its process, not the next one', async () => {
  const photo = await flatPhoto(5_000, 4_000)
  const before = childrenOf(process.pid)
  const slow = createDecoderProcess({ answerMs: 10, waitMs: 50_000, memoryMb: 1_000 }, DECODER_FOLDER)
  expect(await slow.ask({ kind: 'picture', bytes: photo })).toEqual({ ended: 'time' })
  const small = createDecoderProcess({ answerMs: 30_000, waitMs: 50_000, memoryMb: 1 }, DECODER_FOLDER)
  expect(await small.ask({ kind: 'picture', bytes: photo })).toEqual({ ended: 'memory' })
  const usual = createDecoderProcess(PATIENT, DECODER_FOLDER)
  // Nothing else has this form: the program fails and ends.
  const broken = { kind: 'statement', bytes: 7, currency: USD } as never
  expect(await usual.ask(broken)).toEqual({ ended: 'crash' })
  expect(await usual.ask({ kind: 'picture', bytes: await jpegPhoto() })).toHaveProperty('answer')
  await until('processes that were ended to be gone', () => childrenOf(process.pid) <= before + 1)
})

test('files of one user share a process, and the next user has another', async () => {
  const before = childPids()
  const decoder = createDecoderProcess(PATIENT, DECODER_FOLDER)
  const pidFor = async (user: string) => {
    expect(await decoder.ask({ kind: 'picture', bytes: Buffer.alloc(100) }, user)).toHaveProperty('answer')
    return until('one process', () => {
      const mine = childPids().filter((pid) => !before.includes(pid))
      return mine.length === 1 && mine[0]
    })
  }
  const first = await pidFor('1')
  expect(await pidFor('1')).toBe(first)
  expect(await pidFor('2')).not.toBe(first)
})

test('a process that the machine gives no time is ended as well, but not for its file', async () => {
  const before = childPids()
  const decoder = createDecoderProcess({ answerMs: 50_000, waitMs: 5_000, memoryMb: 1_000 }, DECODER_FOLDER)
  const asked = decoder.ask({ kind: 'picture', bytes: await flatPhoto(4_000, 3_000) })
  const [pid = 0] = await until('its process', () => {
    const started = childPids().filter((each) => !before.includes(each))
    return started.length > 0 && started
  })
  process.kill(pid, 'SIGSTOP')
  expect(await asked).toEqual({ ended: 'starved' })
})

test('each kind of picture is read with the few permissions that a process has, and from the sources', async () => {
  const built = createDecoderProcess(PATIENT, DECODER_FOLDER)
  for (const bytes of [HEIC_PHOTO, await jpegPhoto(), await pngPhoto()])
    expect(await built.ask({ kind: 'picture', bytes })).toEqual({ answer: { picture: expect.any(Uint8Array) } })
  const fromSources = createDecoderProcess(PATIENT)
  expect(await fromSources.ask({ kind: 'picture', bytes: HEIC_PHOTO })).toHaveProperty('answer.picture')
})
