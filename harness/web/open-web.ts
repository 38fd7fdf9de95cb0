import type { FixtureSites } from './fixture-sites.ts';
import { type HermeticWeb, openHermeticWeb } from './hermetic-web.ts';

/** The web in front of the browser: stand-ins on the loopback address, or the real one. */
export type WebSource = { kind: 'hermetic'; fixtureSites: FixtureSites } | { kind: 'live' };

export type OpenWeb = {
  kind: WebSource['kind'];
  hermetic: HermeticWeb | null;
  close(): Promise<void>;
};

export async function openWeb(source: WebSource, seed?: number): Promise<OpenWeb> {
  const hermetic = source.kind === 'hermetic' ? await openHermeticWeb(source.fixtureSites, seed) : null;
  return { kind: source.kind, hermetic, close: async () => hermetic?.close() };
}
