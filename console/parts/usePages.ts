import { useInfiniteQuery } from '@tanstack/react-query'

/** A list of pages behind one button. `isLogged`: each look is, so that nothing reloads by itself or is kept. */
export function usePages<T>(
  key: unknown[],
  load: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>,
  { isLogged = false }: { isLogged?: boolean } = {},
) {
  const list = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    ...(isLogged && { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 }),
  })
  return { list, items: list.data?.pages.flatMap((page) => page.items) ?? [] }
}
