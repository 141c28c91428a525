/** The body of an answer from elsewhere. Throws as soon as it is longer than `most` bytes, without reading the rest. */
export async function readAtMost(answer: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of answer.body ?? []) {
    length += part.length
    if (length > most) throw new Error(`it answers with more than ${most} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}
