import type { CdpEventName, CdpEventParams, CdpMethod, CdpParams, CdpResult } from '../cdp.ts';

/** The handlers of one part of the watch, for events of a session; '' is the browser's own session. */
export type Handlers = { [E in CdpEventName]?: (params: CdpEventParams<E>, sessionId: string) => void };

/** Resolves with null if the target is gone; then its detached event follows. */
export type Send = <M extends CdpMethod>(
  method: M,
  params: CdpParams<M>,
  sessionId: string,
) => Promise<CdpResult<M> | null>;

/** The last status of the hermetic web for a URL; null if there was no answer. */
export type StatusOf = (url: string) => number | null;
