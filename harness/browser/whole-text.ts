import { sha256 } from '../platform/digest.ts';
import { readPage } from './read-page.ts';
import type { BrowserWatch } from './watch-browser.ts';

/** Digest of all text that the judged page shows, however it is spaced; null where it can't be read. */
export async function wholeTextSha256(watch: BrowserWatch): Promise<string | null> {
  const tab = watch.judgedTab();
  if (!tab || tab.crashed || tab.dialog) return null;
  const reading = await readPage(watch, tab, [{ text: 'body' }]).catch(() => null);
  const body = reading?.texts.body;
  if (!body || !('pieces' in body)) return null;
  return sha256(body.pieces.join('').replace(/\s+/g, ' ').trim());
}
