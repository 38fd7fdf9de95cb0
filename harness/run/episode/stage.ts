import type { AdapterSession } from '../../agents/adapter.ts';
import type { BrowserWatch } from '../../browser/watch-browser.ts';
import type { ServerSession } from '../../servers/connect-server.ts';
import type { OpenWeb } from '../../web/open-web.ts';
import type { Deadline } from './deadline.ts';
import type { EpisodePlan } from './episode.ts';
import type { EpisodeLog } from './episode-log.ts';
import type { PageObserver } from './page-observer.ts';
import type { TrajectoryRecorder } from './trajectory-recorder.ts';

/** Everything that an episode plays with once browser and server stand. */
export type Stage = {
  plan: EpisodePlan;
  adapter: AdapterSession;
  server: ServerSession;
  browser: BrowserWatch;
  /** The browser's debugging endpoint, as the server has it. */
  endpoint: string | null;
  web: OpenWeb;
  observer: PageObserver;
  deadline: Deadline;
  log: EpisodeLog;
  recorder: TrajectoryRecorder;
};
