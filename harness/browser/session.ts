import type { Hidden } from '../platform/confine/places.ts';
import { SocketOwner } from '../platform/process/socket-owner.ts';
import type { OpenWeb } from '../web/hermetic-web.ts';
import type { CdpConnection, CdpEvent } from './cdp.ts';
import type { Chromium } from './chromium/find-chromium.ts';
import { type EpisodeFolder, makeEpisodeFolder } from './episode-folder.ts';
import { DoorLog } from './guest-port/door-log.ts';
import type { GuestActions } from './guest-port/guest-actions.ts';
import { openGuestPort } from './guest-port/guest-port.ts';
import type { TabNews } from './guest-port/guest-talk.ts';
import { type LaunchedChromium, launchChromium } from './launch-chromium.ts';
import type { HarRecorder } from './record-har.ts';
import { type BrowserWatch, watchBrowser } from './watch-browser.ts';
export type Viewport = { width: number; height: number };

/** What a measurement sees of a browser and its guest; an episode has none. */
export type Probe = {
  /** Each event of the harness's own connection. */
  on(cdp: CdpConnection, event: CdpEvent): void;
  /** Each command of the guest. */
  commanded: NonNullable<TabNews['commanded']>;
  /** Whether the browser may open files. Only with a guest and a browser that are sandboxed. */
  opensFiles: boolean;
};

/** A fresh browser with the judge's own connection. */
export type BrowserSession = {
  endpoint: LaunchedChromium['endpoint'];
  unconfined: LaunchedChromium['unconfined'];
  watch: BrowserWatch;
  /** The deeds of its guests. */
  door: DoorLog;
  folder: EpisodeFolder;
  end(): Promise<void>;
};

/**
 * Starts a fresh Chromium process and profile on an open web and attaches before any other client. Other clients cannot
 * attach to a `sealed` browser.
 */
export async function openBrowser(
  chromium: Chromium,
  web: OpenWeb,
  {
    mark,
    viewport,
    sealed = false,
    recorder = null,
    hidden = null,
    actions = null,
    probe = null,
    refusesScripts = false,
  }: {
    mark: string;
    viewport: Viewport;
    sealed?: boolean;
    recorder?: HarRecorder | null;
    hidden?: Hidden | null;
    /** Receives the actions of a guest, if it is set. */
    actions?: GuestActions | null;
    probe?: Probe | null;
    /** Whether guests may open only http and https addresses. */
    refusesScripts?: boolean;
  },
): Promise<BrowserSession> {
  const folder = await makeEpisodeFolder();
  let launched: LaunchedChromium | undefined;
  let owner: SocketOwner | null = null;
  const forget = web.hermetic?.onlyFrom((connection) => owner?.senderOf(connection) ?? 'other');
  try {
    launched = await launchChromium(chromium, {
      folder: folder.path,
      mark,
      viewport,
      webFlags: web.hermetic?.flags ?? [],
      sealed,
      hidden,
    });
    owner = new SocketOwner(launched.pid);
    const watch = await watchBrowser(launched.channel, {
      listen: (event, cdp) => {
        recorder?.on(cdp, event);
        probe?.on(cdp, event);
      },
      opensFiles: probe?.opensFiles ?? false,
      statusOf: web.hermetic ? web.hermetic.statusOf : null,
      deeds: () => web.hermetic?.accesses.filter(({ method }) => method !== 'GET').length ?? 0,
    });
    await recorder?.start(watch.cdp);
    const { end, endpoint: behind, unconfined } = launched;
    const news = probe ? { ...watch.news, commanded: probe.commanded } : watch.news;
    const door = new DoorLog({ refusesScripts });
    const port = behind && (await openGuestPort(behind.port, { ...watch, news, actions, door }));
    return {
      endpoint: port && { url: port.url, port: port.port },
      unconfined,
      watch,
      door,
      folder,
      end: async () => {
        port?.close();
        watch.close();
        await end();
        forget?.();
        await folder.remove();
      },
    };
  } catch (error) {
    await launched?.end();
    forget?.();
    await folder.remove();
    throw error;
  }
}
