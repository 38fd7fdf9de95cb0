import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type Acts, Hand, notFound, sentArgs } from '../../agents/baselines/walk/hand.ts';
import { find, playSteps } from '../../agents/baselines/walk/play-steps.ts';
import { pageAtRest } from '../../browser/final-observation.ts';
import { readShown } from '../../browser/read-shown.ts';
import { browserLost, popupsShown } from '../../browser/watch-browser.ts';
import type { Guest } from '../../run/episode/open-stage.ts';
import { type Answer, toAnswer } from '../../servers/answer.ts';
import { openCall } from '../../servers/connect-server.ts';
import { fillTemplate, type Server } from '../../servers/server.ts';
import { whyUnlisted } from '../../servers/tool-mappings/follow-tools.ts';
import type { MappedCall, ShownElement, ToolMapping } from '../../servers/tool-mappings/tool-mapping.ts';
import type { TrapData } from '../../task/traps/trap-data.ts';
import { findElements } from '../../task/walkthroughs/find-element.ts';
import { isFailure } from './is-failure.ts';
import { judgeTrap, type TrapState } from './judge-trap.ts';
import type { Outcome } from './keep-cells.ts';

export const trapHost = 'traps.test';

/** A page at rest takes 100 ms; this is the limit on a busy machine. */
const restLimitMs = 10_000;

export type Around = {
  server: Server;
  mapping: ToolMapping;
  guest: Guest;
  /** Clients of MCP give up after 60 s by default. */
  callLimitMs: number;
};

/** `broken`: the session cannot be used for another trap. */
export type Played = { outcome: Outcome; broken: boolean; hung: boolean };

/** Plays one trap on its own page. `nth` is the number of the play, which has a page and a state of its own. */
export async function playTrap(trap: TrapData, nth: number, around: Around): Promise<Played> {
  const table = new TrapTable(trap, nth, around);
  try {
    return { outcome: await table.play(), broken: await table.isDisturbed(), hung: table.hung };
  } catch (error) {
    const notAsked = error instanceof Error ? error.message : String(error);
    return { outcome: { notAsked }, broken: true, hung: table.hung };
  }
}

/** The verb of the mapping that a call of a trap uses. */
function verbOf({ call }: Pick<TrapData, 'call'>): keyof ToolMapping['verbs'] {
  const [verb = ''] = Object.keys(call);
  return verb === 'dialog' ? 'accept' : (verb as keyof ToolMapping['verbs']);
}

/** Why the tools of a server cannot be asked; null if they can. */
export function whyNotAsked(trap: TrapData, { verbs, id }: ToolMapping): string | null {
  const verb = verbOf(trap);
  const way = verbs[verb];
  if ('why' in way) return way.why;
  if (way.by === 'tool') return null;
  return way.by === 'reading' ? `${id} has no tool to ${verb} with` : `${id} can ${verb} only by a script`;
}

class TrapTable {
  hung = false;
  private readonly trap: TrapData;
  private readonly nth: number;
  private readonly around: Around;
  private readonly hand: Hand;
  private readonly address: string;
  private lost = false;
  /** A server can have a tab of its own beside the first. */
  private tabsAtOpen = 1;

  constructor(trap: TrapData, nth: number, around: Around) {
    this.trap = trap;
    this.nth = nth;
    this.around = around;
    this.hand = new Hand(around.mapping);
    this.hand.meet(around.guest.server.tools);
    this.address = `https://${trapHost}/${trap.id}/${nth}/`;
  }

  async play(): Promise<Outcome> {
    const { trap, hand } = this;
    const { watch } = this.around.guest.browser;
    await this.open();
    if (trap.before.length > 0)
      await this.perform(
        playSteps(
          trap.before.map(({ fill }) => ({ verb: 'fill', what: fill })),
          hand,
        ),
      );
    const calls = (await this.perform(this.callsOf())).map((each) => hand.follow(each));
    if (calls.length === 0) throw new Error('the server needs no call for it');
    // Nothing is claimed by an answer to a call that the release does not have.
    for (const call of calls) {
      const why = whyUnlisted(call, this.around.guest.server.tools);
      if (why !== null) throw new Error(why);
    }
    const tab = watch.judgedTab();
    if (trap.turns && tab) {
      const { exceptionDetails } = await watch.cdp.send(
        'Runtime.evaluate',
        { expression: 'turn()' },
        tab.sessionId,
      );
      if (exceptionDetails) throw new Error(`the page did not change: ${exceptionDetails.text}`);
      await this.rest();
    }
    if (trap.readsAgain) await this.call(hand.read());
    const tabsBefore = watch.tabs().length;
    const answer = await this.makeCalls(calls);
    await this.rest();
    const state = await this.state();
    const failed = isFailure(answer);
    return {
      // Its address holds the name of the trap, which must not count as words about the page.
      ...judgeTrap(trap, { state, tabsBefore, failed, text: answer.text.replaceAll(this.address, '') }),
      call: this.placeless(calls.map(({ tool, args }) => JSON.stringify({ tool, args: sentArgs(args) }))),
      answer: this.placeless([answer.text]),
      isError: failed,
      state: JSON.stringify(state),
    };
  }

  /** Whether something is left that the next trap would meet. */
  async isDisturbed(): Promise<boolean> {
    const { watch } = this.around.guest.browser;
    const isSame = watch.tabs().length === this.tabsAtOpen && watch.judgedTab()?.dialog === null;
    return this.trap.alone || this.hung || this.lost || watch.cdp.closed || !isSame;
  }

  private async open(): Promise<void> {
    const { server, guest } = this.around;
    const { tool, args } = fillTemplate(openCall(server, guest.server.tools, this.address), {}, server);
    const answer = await this.send(tool, args);
    if (isFailure(answer)) throw new Error(`the page was not opened: ${oneLine(answer.text)}`);
    this.hand.hear(answer);
    await this.rest();
    this.tabsAtOpen = guest.browser.watch.tabs().length;
    const url = guest.browser.watch.judgedTab()?.url;
    if (url !== this.address) throw new Error(`the page was not opened: the browser is at ${url}`);
  }

  /** The calls of the trap. Elements are found now, as a reference solution finds them. */
  private *callsOf(): Acts<readonly MappedCall[]> {
    const { call } = this.trap;
    const { hand } = this;
    if ('click' in call) return hand.say('click', { on: yield* this.find(call.click) });
    if ('fill' in call) return hand.say('fill', { on: yield* this.find(call.fill), text: call.fill.text });
    if ('select' in call)
      return hand.say('select', { on: yield* this.find(call.select), option: call.select.option });
    if ('check' in call) return hand.say('check', { on: yield* this.find(call.check), to: call.check.on });
    if ('upload' in call)
      return hand.say('upload', { on: yield* this.find(call.upload), file: call.upload.file });
    if ('drag' in call) {
      const from = yield* this.find(call.drag.from);
      const [found] = findElements(hand.elements(), call.drag.to);
      const to = found && hand.shown(found);
      if (!to) throw new Error(notFound(call.drag.to, found ? [found] : [], hand.elements()));
      return hand.say('drag', { from, to });
    }
    if ('tab' in call) {
      yield { say: hand.listTabs() };
      return hand.say('tab', { to: missingTab(hand.tabs().map(({ page }) => page)) });
    }
    // Every agent reads a page before it acts.
    yield { say: hand.read() };
    if ('open' in call) return hand.say('open', { url: new URL(call.open, this.address).href });
    if ('wait' in call) return hand.say('wait', { text: call.wait });
    if ('screenshot' in call) return hand.say('screenshot', { file: this.fileOf(call.screenshot) });
    return hand.say('accept', { text: null });
  }

  private *find(target: Parameters<typeof find>[1]): Acts<ShownElement> {
    const on = yield* find(this.hand, target);
    // A number of its list can be outdated like any other reference.
    if (this.trap.needsReference && typeof on.ref === 'string')
      throw new Error('its tools take selectors, and a selector cannot be older than the page');
    return on;
  }

  private fileOf(path: string): string {
    return path.replace('{folder}', this.around.guest.browser.folder.path);
  }

  /** The texts without the folder's random name. */
  private placeless(texts: readonly string[]): string {
    return texts.join('\n').replaceAll(this.around.guest.browser.folder.path, '{folder}');
  }

  private async perform<T>(acts: Acts<T>): Promise<T> {
    let act = acts.next();
    while (!act.done) {
      if ('say' in act.value) {
        const answer = await this.call(act.value.say);
        act = isFailure(answer) ? acts.throw(new Error(oneLine(answer.text))) : acts.next();
      } else {
        await delay(act.value.pauseMs);
        act = acts.next();
      }
    }
    return act.value;
  }

  /** The answer to the last call, or to the first that fails. */
  private async makeCalls(calls: readonly MappedCall[]): Promise<Pick<Answer, 'text' | 'isError'>> {
    let last = toAnswer([], false);
    for (const each of calls) {
      try {
        last = await this.call(each);
      } catch (error) {
        // A server that hangs or dies claims nothing.
        return { text: error instanceof Error ? error.message : String(error), isError: true };
      }
      if (isFailure(last)) break;
    }
    return last;
  }

  private async call(asked: MappedCall): Promise<Answer> {
    const { tool, args } = this.hand.follow(asked);
    const answer = await this.send(tool, sentArgs(args));
    this.hand.hear(answer);
    return answer;
  }

  private async send(tool: string, args: Record<string, unknown>): Promise<Answer> {
    const { guest, callLimitMs } = this.around;
    const limit = new AbortController();
    const late = delay(callLimitMs, undefined, { signal: limit.signal }).then(() => {
      this.hung = true;
      throw new Error(`no answer to ${tool} within ${callLimitMs / 1000} s`);
    });
    try {
      return await Promise.race([
        guest.server.call(tool, args).catch((error: unknown) => {
          this.lost = true;
          throw error;
        }),
        browserLost(guest.browser.watch),
        late,
      ]);
    } finally {
      limit.abort();
      late.catch(() => {});
    }
  }

  private async rest(): Promise<void> {
    const { watch } = this.around.guest.browser;
    await popupsShown(watch);
    await pageAtRest(watch, restLimitMs);
  }

  private async state(): Promise<TrapState> {
    const { trap, nth, address } = this;
    const { web, browser } = this.around.guest;
    const { watch } = browser;
    const tab = watch.judgedTab();
    const isReadable = tab && !tab.crashed && !tab.dialog && !watch.cdp.closed;
    const shown = isReadable ? await readShown(watch, tab) : { text: '', fields: {} };
    const changes = web.hermetic?.changes().get(trapHost) ?? [];
    const rows = changes.flatMap(({ table, after }) => (table === 'deeds' && after ? [after] : []));
    const url = tab?.url ?? 'about:blank';
    return {
      page: url.startsWith(address) ? url.slice(address.length) : url,
      tabs: watch.tabs().length,
      dialog: tab?.dialog?.message ?? null,
      ...shown,
      done: rows
        .filter((row) => row.trap === trap.id && row.play === `${nth}`)
        .map(({ words }) => `${words}`),
      file: 'screenshot' in trap.call ? existsSync(this.fileOf(trap.call.screenshot)) : null,
    };
  }
}

/** An id of the kind that the tabs have, and that none of them has. */
function missingTab(pages: readonly (number | string | null)[]): number | string {
  const [page] = pages;
  if (page === undefined || page === null) throw new Error('its list of tabs has no ids');
  if (typeof page === 'number') return Math.max(...pages.map(Number)) + 7;
  return page.replace(/\d+|$/, (digits) => `${Number(digits) + 7}`);
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 200);
}
