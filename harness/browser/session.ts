import { type HermeticWeb, openHermeticWeb } from '../web/hermetic-web.ts';
import type { StandIns } from '../web/stand-ins.ts';
import { type EpisodeFolder, makeEpisodeFolder } from './episode-folder.ts';
import type { Chromium } from './find-chromium.ts';
import { type LaunchedChromium, launchChromium } from './launch-chromium.ts';
import type { HarRecorder } from './record-har.ts';
import { type BrowserWatch, watchBrowser } from './watch-browser.ts';

/** The web in front of the browser: stand-ins on the loopback address, or the real one. */
export type WebSource = { kind: 'hermetic'; standIns: StandIns } | { kind: 'live'; recorder?: HarRecorder };

export type Viewport = { width: number; height: number };

/** A fresh browser with the judge's own connection on it. */
export type BrowserSession = {
  endpoint: LaunchedChromium['endpoint'];
  watch: BrowserWatch;
  folder: EpisodeFolder;
  end(): Promise<void>;
};

export type OpenWeb = {
  kind: WebSource['kind'];
  hermetic: HermeticWeb | null;
  recorder: HarRecorder | null;
  close(): Promise<void>;
};

export async function openWeb(source: WebSource): Promise<OpenWeb> {
  const hermetic = source.kind === 'hermetic' ? await openHermeticWeb(source.standIns) : null;
  const recorder = source.kind === 'live' ? (source.recorder ?? null) : null;
  return { kind: source.kind, hermetic, recorder, close: async () => hermetic?.close() };
}

/**
 * Starts a fresh Chromium process and profile on an open web and attaches to it before anybody else can; to a
 * `sealed` one nobody else ever can.
 */
export async function openBrowser(
  chromium: Chromium,
  web: OpenWeb,
  { mark, viewport, sealed = false }: { mark: string; viewport: Viewport; sealed?: boolean },
): Promise<BrowserSession> {
  const folder = await makeEpisodeFolder();
  let launched: LaunchedChromium | undefined;
  try {
    launched = await launchChromium(chromium, {
      folder: folder.path,
      mark,
      viewport,
      webFlags: web.hermetic?.flags ?? [],
      sealed,
    });
    const { recorder } = web;
    const watch = await watchBrowser(launched.channel, (event, cdp) => recorder?.on(cdp, event));
    await recorder?.start(watch.cdp);
    const { end, endpoint } = launched;
    return {
      endpoint,
      watch,
      folder,
      end: async () => {
        watch.close();
        await end();
        await folder.remove();
      },
    };
  } catch (error) {
    await launched?.end();
    await folder.remove();
    throw error;
  }
}
