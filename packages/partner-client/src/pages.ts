import type { Page } from './types.ts'

/** Every item of a list, fetched page by page as they are used. */
export async function* everyItem<Item, Filter extends object = object>(
  list: (filter: Filter) => Promise<Page<Item>>,
  filter = {} as Filter,
): AsyncGenerator<Item, void, undefined> {
  let page = await list(filter)
  for (;;) {
    yield* page.list
    if (page.next_cursor === null) return
    page = await list({ ...filter, cursor: page.next_cursor })
  }
}
