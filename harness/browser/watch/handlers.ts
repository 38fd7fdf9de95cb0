import type { CdpEventName, CdpEventParams, CdpMethod, CdpParams, CdpResult } from '../cdp.ts';

/** What a part of the watch does on an event of a session; '' is the browser's own. */
export type Handlers = { [E in CdpEventName]?: (params: CdpEventParams<E>, sessionId: string) => void };

/** Null where the target is gone: its detached event says so. */
export type Send = <M extends CdpMethod>(
  method: M,
  params: CdpParams<M>,
  sessionId: string,
) => Promise<CdpResult<M> | null>;

/** The status that the web in front of the browser gave for a URL last; null where it gave none. */
export type StatusOf = (url: string) => number | null;
