import { chromeDevtools } from './chrome-devtools.ts';
import type { Dialect } from './dialect.ts';
import { openchrome } from './openchrome.ts';
import { playwright } from './playwright.ts';

export const dialects: readonly Dialect[] = [playwright, chromeDevtools, openchrome];

/** Null for a server whose tools nobody has put into words here. */
export function dialectOf(serverId: string): Dialect | null {
  return dialects.find(({ id }) => id === serverId) ?? null;
}
