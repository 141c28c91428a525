import { readFileSync } from 'node:fs'
import { fromRoot } from '../../scripts/lib/paths.mjs'

/** An image of others: one with a registry in its name. Our own have none. */
const FROM_REGISTRY = /^\s*(?:image:|ARG BASE=|FROM )\s*(\S+\/\S+)/gm

test.each(['compose.yaml', 'Containerfile'])('%s names the images of others by digest', (name) => {
  const text = readFileSync(fromRoot('deploy', name), 'utf8')
  const images = [...text.matchAll(FROM_REGISTRY)].map(([, image]) => image)
  expect(images).not.toEqual([])
  for (const image of images) expect(image).toMatch(/:[\w.-]+@sha256:[0-9a-f]{64}$/)
})
