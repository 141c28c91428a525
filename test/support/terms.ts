/** Version of the terms of service that a registration at this server has to agree to. */
export async function termsVersionOf(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/documents/terms?locale=en-US`)
  return ((await answer.json()) as { updatedAt: string }).updatedAt
}
