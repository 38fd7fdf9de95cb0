export type Paged<Item> = {
  readonly items: readonly Item[];
  /** Starts at 1. */
  readonly page: number;
  readonly pages: number;
  readonly total: number;
  /** The number of the first shown item; 0 if there is none. */
  readonly first: number;
};

/** A page number out of range gives the nearest page. */
export function pageOf<Item>(all: readonly Item[], url: URL, size: number): Paged<Item> {
  const wanted = url.searchParams.get('page') ?? '1';
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(pages, Math.max(1, /^\d{1,6}$/.test(wanted) ? Number(wanted) : 1));
  const start = (page - 1) * size;
  const items = all.slice(start, start + size);
  return { items, page, pages, total: all.length, first: items.length === 0 ? 0 : start + 1 };
}
