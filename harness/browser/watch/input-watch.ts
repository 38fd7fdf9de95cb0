import { setTimeout as delay } from 'node:timers/promises';
import { ActedOn } from '../../judge/page-state.ts';
import type { CdpCommand } from '../cdp.ts';
import type { Handlers, Send } from './handlers.ts';
import { watchInPage } from './watch-in-page.ts';

/** Patches of pages have no effect in this world. A guest can reach it, so judged facts are never read there. */
const worldName = 'contract-bench';

const script = `(${watchInPage})()`;

const binding = 'contractBenchInput';

/** The commands to a page's session, so that input is reported before it removes its element or page. */
export const inputCommands: readonly CdpCommand[] = [
  // Without it the script does not run in later documents of a frame with its own process.
  ['Page.enable', {}],
  ['Runtime.enable', undefined],
  ['Runtime.addBinding', { name: binding, executionContextName: worldName }],
  ['Page.addScriptToEvaluateOnNewDocument', { source: script, worldName, runImmediately: true }],
];

/** The limit of a report of the script, which cuts its texts shorter. */
const longestReport = 4096;

/** The limit for a frame's position, because a page with an open dialog does not answer. */
const placeLimitMs = 300;

/** The place of a harness script: the frame, and the session that it is reached by. */
type Place = { sessionId: string; frameId: string };

/** Records the elements of input events and the content of password fields, in every page and frame. */
export class InputWatch {
  /** Typed passwords; a value that grew is kept only in its last form. */
  readonly typedPasswords: string[] = [];
  private readonly send: Send;
  /** The harness's worlds by session and id. */
  private readonly worlds = new Map<string, Place & { contextId: number }>();
  /** Session of a frame with its own process -> the place of that frame in the outer page. */
  private readonly outside = new Map<string, Place>();
  /** Frames that have shown a document after their initial empty one. */
  private readonly begun = new Set<string>();
  private last: { report: string; on: Promise<ActedOn | null> } | null = null;

  constructor(send: Send) {
    this.send = send;
  }

  forget(): void {
    this.last = null;
  }

  /** The element of the last trusted input since `forget`; null if there was none. */
  actedOn(): Promise<ActedOn | null> {
    return this.last?.on ?? Promise.resolve(null);
  }

  readonly handlers: Handlers = {
    'Target.attachedToTarget': ({ sessionId, targetInfo: { type, targetId } }, parent) => {
      if (type === 'iframe') this.outside.set(sessionId, { sessionId: parent, frameId: targetId });
    },
    'Target.detachedFromTarget': ({ sessionId }) => {
      this.outside.delete(sessionId);
      this.left(sessionId);
    },
    'Page.frameNavigated': ({ frame }, sessionId) => {
      if (this.begun.has(frame.id)) return;
      this.begun.add(frame.id);
      // The first document of an origin takes over the world of the empty one, and the script does not run again.
      for (const { contextId, ...world } of this.worlds.values())
        if (world.sessionId === sessionId && world.frameId === frame.id)
          void this.send('Runtime.evaluate', { expression: script, contextId }, sessionId);
    },
    'Runtime.executionContextCreated': ({ context: { id, name, auxData } }, sessionId) => {
      if (name === worldName && typeof auxData?.frameId === 'string')
        this.worlds.set(`${sessionId} ${id}`, { sessionId, frameId: auxData.frameId, contextId: id });
    },
    'Runtime.executionContextDestroyed': ({ executionContextId }, sessionId) => {
      this.worlds.delete(`${sessionId} ${executionContextId}`);
    },
    'Runtime.executionContextsCleared': (_, sessionId) => this.left(sessionId),
    'Runtime.bindingCalled': ({ name, payload, executionContextId }, sessionId) => {
      if (name !== binding) return;
      if (payload.startsWith('p')) return noteTyped(this.typedPasswords, payload.slice(1));
      const place = this.worlds.get(`${sessionId} ${executionContextId}`);
      // A typed word has one report per letter.
      if (!place || this.last?.report === payload) return;
      const seen = readReport(payload);
      if (seen) this.last = { report: payload, on: this.inPage(seen, place) };
    },
  };

  private left(sessionId: string): void {
    for (const [key, place] of this.worlds) if (place.sessionId === sessionId) this.worlds.delete(key);
  }

  /** The box is relative to the frame, so this adds the position of the frame. */
  private async inPage(seen: ActedOn, { sessionId, frameId }: Place): Promise<ActedOn> {
    if (seen.frame === null || seen.box === null) return seen;
    const { box } = seen;
    const late = delay(placeLimitMs, null, { ref: false });
    const at = await Promise.race([this.placeOf(sessionId, frameId), late]);
    return { ...seen, box: at && { ...box, x: box.x + at.x, y: box.y + at.y } };
  }

  private async placeOf(sessionId: string, frameId: string): Promise<{ x: number; y: number } | null> {
    const around = this.outside.get(sessionId);
    const isRoot = around?.frameId === frameId;
    const holder = isRoot ? around.sessionId : sessionId;
    const owner = await this.send('DOM.getFrameOwner', { frameId }, holder);
    const model =
      owner && (await this.send('DOM.getBoxModel', { backendNodeId: owner.backendNodeId }, holder));
    const [x, y] = model?.model.content ?? [];
    if (x === undefined || y === undefined) return null;
    const at = { x: Math.round(x), y: Math.round(y) };
    // Within one process, positions are relative to its outermost frame.
    const outer = this.outside.get(holder);
    if (!outer) return at;
    const further = await this.placeOf(holder, outer.frameId);
    return further && { x: at.x + further.x, y: at.y + further.y };
  }
}

/** Null for an invalid report, because a guest can send reports in place of the harness's script. */
function readReport(payload: string): ActedOn | null {
  if (payload.length > longestReport) return null;
  try {
    return ActedOn.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps only the longest form of a value that grows letter by letter. */
export function noteTyped(typed: string[], value: string): void {
  const last = typed.at(-1);
  if (last !== undefined && value.startsWith(last)) typed.pop();
  if (!typed.includes(value)) typed.push(value);
}
