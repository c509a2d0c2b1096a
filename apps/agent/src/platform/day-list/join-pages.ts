/**
 * One list without repetitions, in which what was read last counts. What is confirmed while the agent scrolls
 * moves everything down, so that the next page begins with the end of the last one.
 */
export function joinPages<Item extends { readonly id: string }>(
  top: readonly Item[],
  pages: readonly (readonly Item[])[],
): readonly Item[] {
  const byId = new Map<string, Item>()
  for (const page of [top, ...pages]) for (const item of page) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}
