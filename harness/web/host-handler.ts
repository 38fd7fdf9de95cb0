/**
 * A stand-in host that must answer rather than serve files: `tasks/web/<host>/_host.ts` exports `createHost`.
 * It is called once per episode, so what its closure remembers is fresh for every episode. Answering
 * `undefined` falls through to the host's files.
 */
export type HostHandler = (request: Request) => Response | undefined | Promise<Response | undefined>;
export type CreateHost = () => HostHandler;
