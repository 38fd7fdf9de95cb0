import { setTimeout as delay } from 'node:timers/promises';
import { ActedOn } from '../../judge/page-state.ts';
import type { CdpCommand } from '../cdp.ts';
import type { Handlers, Send } from './handlers.ts';
import { watchInPage } from './watch-in-page.ts';

/** What pages patch is not seen in it. A guest can reach it, so nothing that is judged is read there. */
const worldName = 'contract-bench';

const script = `(${watchInPage})()`;

const binding = 'contractBenchInput';

/** What is sent to a page's session, so that input is heard of before it takes its element or its page away. */
export const inputCommands: readonly CdpCommand[] = [
  // Without it the script is run in no document that a frame with a process of its own comes to show.
  ['Page.enable', {}],
  ['Runtime.enable', undefined],
  ['Runtime.addBinding', { name: binding, executionContextName: worldName }],
  ['Page.addScriptToEvaluateOnNewDocument', { source: script, worldName, runImmediately: true }],
];

/** Of a report of the script: it cuts its texts to less. */
const longestReport = 4096;

/** How long the place of a frame is waited for: a page with an open dialog gives no answer. */
const placeLimitMs = 300;

/** Where a script of ours runs: the frame, and the session that it is seen through. */
type Place = { sessionId: string; frameId: string };

/** Hears what input went to, and what goes into password fields, in every page and frame. */
export class InputWatch {
  /** Of what grew only the whole. */
  readonly typedPasswords: string[] = [];
  private readonly send: Send;
  /** By session and id of the world. */
  private readonly worlds = new Map<string, Place & { contextId: number }>();
  /** Session of a frame with a process of its own -> where that frame is in the page around it. */
  private readonly outside = new Map<string, Place>();
  /** Frames that have shown more than the empty document that they begin with. */
  private readonly begun = new Set<string>();
  private last: { report: string; on: Promise<ActedOn | null> } | null = null;

  constructor(send: Send) {
    this.send = send;
  }

  forget(): void {
    this.last = null;
  }

  /** What the last trusted input since `forget` went to; null where there was none. */
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
      // The first document of an origin takes over the world of the empty one, without the script being run again.
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
      // A word that is typed has a report for each letter.
      if (!place || this.last?.report === payload) return;
      const seen = readReport(payload);
      if (seen) this.last = { report: payload, on: this.inPage(seen, place) };
    },
  };

  private left(sessionId: string): void {
    for (const [key, place] of this.worlds) if (place.sessionId === sessionId) this.worlds.delete(key);
  }

  /** The box is where the frame has it: adds where the frame is. */
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
    // Within a process the place is that in the outermost frame of it.
    const outer = this.outside.get(holder);
    if (!outer) return at;
    const further = await this.placeOf(holder, outer.frameId);
    return further && { x: at.x + further.x, y: at.y + further.y };
  }
}

/** Null of what the script of ours does not say: a guest can speak in its place. */
function readReport(payload: string): ActedOn | null {
  if (payload.length > longestReport) return null;
  try {
    return ActedOn.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Keeps of a value that grows, letter by letter, only the longest. */
export function noteTyped(typed: string[], value: string): void {
  const last = typed.at(-1);
  if (last !== undefined && value.startsWith(last)) typed.pop();
  if (!typed.includes(value)) typed.push(value);
}
