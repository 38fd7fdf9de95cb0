import { setTimeout as delay } from 'node:timers/promises';
import { Hand, sentArgs } from '../../agents/baselines/walk/hand.ts';
import { sha256 } from '../../platform/digest.ts';
import { oneLine } from '../../platform/errors/one-line.ts';
import { clip } from '../../platform/words/format.ts';
import type { ReachCell, Road, RoadKind } from '../../results/records/parts/reach.ts';
import type { Answer } from '../../servers/answer.ts';
import { type CallTemplate, fillTemplate, type Server } from '../../servers/server.ts';
import { noToolMapping, toolMappingOf } from '../../servers/tool-mappings/index.ts';
import type { MappedCall } from '../../servers/tool-mappings/tool-mapping.ts';
import { findElements } from '../../task/walkthroughs/find-element.ts';
import { browserNotAsked, isSettled, judgeCell, type Sight } from './judge-cell.ts';
import { canaryOf, linkName, marks, pageUrls } from './pages.ts';
import { NoAnswer, type Rig } from './rig.ts';
import { dataText, leftOut, type Target, urlOf } from './targets.ts';
import { type UrlTool, urlTools } from './url-tools.ts';

/** After so many calls without an answer the rest is not asked. */
const mostLost = 3;
/** Limit for the browser to do what it was asked; a quiet machine takes half a second for all tabs together. */
const effectLimitMs = 10_000;
/** For a command to the browser that a server sends after its answer. */
const afterAnswerMs = 200;

/** Limits of kept texts in characters. */
const kept = { call: 1000, answer: 200, seen: 500 };
/** The limit of all cells as JSON: a record has 200 kB. */
const mostBytes = 82_000;
/** The shares of the limits of kept texts that are tried, the largest first. */
const keptShares = [1, 0.75, 0.5, 0.25];
const leastShare = 0.1;

type RoadPlan = { id: string; kind: RoadKind; title: string; template: CallTemplate };

type Call = { tool: string; args: Record<string, unknown> };
type Played = { calls: Call[]; answer: Answer | null; why: string | null };

export type PlayedRoads = { roads: Road[]; cells: ReachCell[] };

/** Takes every road to these targets, the control first. Throws if the opening tool does not open a public address. */
export async function playRoads(rig: Rig, server: Server, targets: readonly Target[]): Promise<PlayedRoads> {
  const [open, ...others] = urlTools(server, rig.server.tools);
  if (!open) throw new Error(`no tool of ${server.id} opens a URL`); // `urlTools` throws already
  const player = new Player(rig, server, { open: open.template, targets });
  const first = await player.take(callRoad(open));
  const { why } = first.roads[0] ?? {};
  if (why) throw new Error(`reach: ${open.title} does not open a public address: ${why}`);
  const pages = (['redirect', 'link', 'location', 'fetch', 'iframe', 'window-open'] as const).map((kind) => ({
    ...{ id: kind, kind, title: titles[kind], template: open.template },
  }));
  const played = [first];
  for (const road of pages) played.push(await player.take(road));
  for (const tool of others) {
    const calls = await player.take(callRoad(tool));
    played.push(calls);
    // A redirect of the browser is the same with every tool, and a server has one way to follow its own.
    const isOwn = calls.roads[0]?.why === null && calls.cells[0]?.by === 'server';
    if (isOwn && !played.some(({ roads: [road] }) => road?.id.startsWith('redirect-')))
      played.push(await player.take(redirectRoad(tool)));
  }
  return {
    roads: played.flatMap(({ roads }) => roads),
    cells: fitted(played.flatMap(({ cells }) => cells)),
  };
}

const titles = {
  redirect: 'a redirect (302) of a page that it opens',
  link: 'a link of a page, clicked',
  location: 'a script of a page that sets its address',
  fetch: 'a script of a page that fetches',
  iframe: 'a frame of a page',
  'window-open': 'a script of a page that opens a tab',
};

const callRoad = ({ id, title, template }: UrlTool): RoadPlan => ({ id, kind: 'call', title, template });

const redirectRoad = ({ id, title, template }: UrlTool): RoadPlan => ({
  ...{ id: `redirect-${id}`, kind: 'redirect', title: `a redirect (302), by ${title}`, template },
});

class Player {
  private readonly rig: Rig;
  private readonly server: Server;
  private readonly open: CallTemplate;
  private readonly targets: readonly Target[];
  private readonly answers: string[] = [];
  private lost = 0;

  constructor(
    rig: Rig,
    server: Server,
    { open, targets }: { open: CallTemplate; targets: readonly Target[] },
  ) {
    this.rig = rig;
    this.server = server;
    this.open = open;
    this.targets = targets;
  }

  /** The cells of a road; only that of the public address if the road does not lead there. */
  async take(road: RoadPlan): Promise<PlayedRoads> {
    const { id, kind, title, template } = road;
    const ended = (why: string | null, cells: ReachCell[]): PlayedRoads => ({
      roads: [{ id, kind, title, tool: template.tool, why }],
      cells,
    });
    if (kind === 'link' && !toolMappingOf(this.server)) return ended(noToolMapping(this.server), []);
    // Tabs of an earlier road may have changed which one a server acts on.
    if (this.rig.tabs > 1) await this.rig.start();
    const [control, ...rest] = this.targets;
    if (!control) throw new Error('no target');
    if (kind === 'fetch' || kind === 'iframe' || kind === 'window-open') {
      const cells = await this.playAll(road, kind);
      return cells[0]?.verdict === 'answered'
        ? ended(null, cells)
        : ended(controlWords(cells[0]), cells.slice(0, 1));
    }
    const first = await this.play(road, control);
    if (kind === 'call' && opensNothing(first))
      return ended(opensNoAddress, [{ ...first, verdict: 'not-asked', by: null, why: opensNoAddress }]);
    if (first.verdict !== 'answered') return ended(controlWords(first), [first]);
    const cells = [first];
    for (const target of rest) cells.push(await this.play(road, target));
    return ended(null, cells);
  }

  private async play(road: RoadPlan, target: Target): Promise<ReachCell> {
    const why = leftOut(target, road) ?? this.overWords();
    if (why !== null) return notAsked(road, target, why);
    const from = this.rig.log.entries.length;
    const played = await this.ask((calls) => this.callsOf(road, target, calls));
    const sight = () => this.sight(road, target, from, played);
    await this.settle([sight], road, played);
    const cell = this.cellOf(sight(), played);
    await this.recover(played);
    return cell;
  }

  /** All targets by one page. */
  private async playAll(road: RoadPlan, kind: 'fetch' | 'iframe' | 'window-open'): Promise<ReachCell[]> {
    const over = this.overWords();
    if (over !== null) return this.targets.map((target) => notAsked(road, target, over));
    const from = this.rig.log.entries.length;
    const played = await this.ask((calls) => this.call(this.open, pageUrls[kind], calls));
    const asked = this.targets.filter((target) => leftOut(target, road) === null);
    const sights = asked.map((target) => () => this.sight(road, target, from, played));
    await this.settle(sights, road, played);
    const cells = this.targets.map((target) => {
      const why = leftOut(target, road);
      return why === null
        ? this.cellOf(this.sight(road, target, from, played), played)
        : notAsked(road, target, why);
    });
    await this.recover(played);
    return cells;
  }

  private async callsOf(road: RoadPlan, target: Target, calls: Call[]): Promise<Answer> {
    const { id, kind, template } = road;
    if (kind === 'call') return this.call(template, urlOf(target, id, this.rig.folder), calls);
    if (kind === 'redirect') return this.call(template, pageUrls.redirect(target.id, id), calls);
    if (kind !== 'link') return this.call(this.open, pageUrls.location(target.id), calls);
    const opened = await this.call(this.open, pageUrls.link(target.id), calls);
    return this.click(target, opened, calls);
  }

  /** Clicks the link of a page: by its name, else by what a reading of the page calls it. */
  private async click(target: Target, opened: Answer, calls: Call[]): Promise<Answer> {
    const mapping = toolMappingOf(this.server);
    if (!mapping) throw new Error(noToolMapping(this.server));
    const hand = new Hand(mapping);
    hand.meet(this.rig.server.tools);
    hand.hear(opened);
    const isClicked = () => this.rig.byBrowser.includes(marks.ran('link', target.id));
    const say = async (said: readonly MappedCall[]): Promise<Answer> => {
      let last = opened;
      for (const each of said) {
        const { tool, args } = hand.follow(each);
        last = await this.send({ tool, args: sentArgs(args) }, calls);
      }
      return last;
    };
    if (hand.whyCannot('byName') === null) {
      const answer = await say(hand.say('byName', { role: 'link', name: linkName, text: null }));
      if (!answer.isError || isClicked()) return answer;
    }
    const read = await say([hand.read()]);
    hand.hear(read);
    const [link] = findElements(hand.elements(), { role: 'link', name: linkName });
    const on = link ? hand.shown(link) : null;
    return on ? say(hand.say('click', { on })) : read;
  }

  private call(template: CallTemplate, url: string, calls: Call[]): Promise<Answer> {
    return this.send(fillTemplate(template, { url }, this.server, this.answers), calls);
  }

  private async send(call: Call, calls: Call[]): Promise<Answer> {
    calls.push(call);
    const answer = await this.rig.call(call.tool, call.args);
    this.answers.push(answer.text);
    return answer;
  }

  private async ask(say: (calls: Call[]) => Promise<Answer>): Promise<Played> {
    const calls: Call[] = [];
    try {
      return { calls, answer: await say(calls), why: null };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return { calls, answer: null, why: error.message };
    }
  }

  /** A server that is late may act on the next page, so it is ended with its browser. */
  private async recover({ why }: Played): Promise<void> {
    if (why === null) return;
    this.lost += 1;
    await this.rig.start();
  }

  private overWords(): string | null {
    return this.lost < mostLost ? null : `not played: ${mostLost} calls before it got no answer`;
  }

  private async settle(sights: (() => Sight)[], road: RoadPlan, { answer }: Played): Promise<void> {
    const isCall = road.kind === 'call' || road.kind === 'redirect';
    const [start, open] = [performance.now(), new Set(sights)];
    for (;;) {
      for (const sight of open) if (isSettled(sight())) open.delete(sight);
      const passedMs = performance.now() - start;
      if (open.size === 0 || passedMs > effectLimitMs) return;
      // Without a command to the browser nothing is to come, and a late server has had its time.
      const isQuiet =
        answer === null || (isCall && [...open].every((sight) => judgeCell(sight()).by !== 'browser'));
      if (isQuiet && passedMs > afterAnswerMs) return;
      await delay(20);
    }
  }

  private sight(road: RoadPlan, target: Target, from: number, { answer }: Played): Sight {
    const { log, byBrowser, byServer, folder } = this.rig;
    return {
      ...{ target, road, byBrowser, byServer },
      url: urlOf(target, road.id, folder),
      entries: log.entries.slice(from),
      answer: answer?.text ?? '',
      proof: proofOf(target),
    };
  }

  private cellOf(sight: Sight, { calls, answer, why }: Played): ReachCell {
    const { road, target } = sight;
    const judged = judgeCell(sight);
    // Without an answer nothing tells a refusal from a server that was too slow.
    const isUnknown = judged.verdict === 'refused' && answer === null;
    const { verdict, by } = isUnknown ? ({ verdict: 'not-asked', by: null } as const) : judged;
    const missing = road.kind === 'link' ? 'the link was not clicked' : 'the script of the page did not run';
    return {
      ...{ road: road.id, target: target.id, verdict, by },
      isError: answer?.isError ?? null,
      why: why ?? (verdict === 'not-asked' ? missing : null),
      call: clip(this.same(calls.map((call) => JSON.stringify(call)).join('\n')), kept.call),
      answer: answer && {
        text: clip(this.same(answer.text), kept.answer),
        sha256: sha256(this.same(answer.text)),
      },
      seen: clip(this.same(judged.seen.join('\n')), kept.seen),
    };
  }

  /** Without the name of the folder, which is another in every run. */
  private same(text: string): string {
    return text.replaceAll(this.rig.folder, '{folder}');
  }
}

/** The cells with shorter texts if a server has many roads. */
export function fitted(cells: readonly ReachCell[]): ReachCell[] {
  const shortened = (share: number) =>
    cells.map(({ call, answer, seen, ...cell }) => ({
      ...cell,
      call: call && clip(call, kept.call * share),
      answer: answer && { ...answer, text: clip(answer.text, kept.answer * share) },
      seen: seen && clip(seen, kept.seen * share),
    }));
  const fits = (share: number) => Buffer.byteLength(JSON.stringify(shortened(share))) <= mostBytes;
  return shortened(keptShares.find(fits) ?? leastShare);
}

function notAsked({ id }: RoadPlan, target: Target, why: string): ReachCell {
  return {
    ...{ road: id, target: target.id, verdict: 'not-asked', by: null, isError: null, why },
    ...{ call: null, answer: null, seen: null },
  };
}

const opensNoAddress = 'the tool takes an address and does not open it';

/** A tool that succeeds without any request for a public address, such as one that waits for a response, refuses nothing. */
function opensNothing({ verdict, isError, seen }: ReachCell): boolean {
  return verdict === 'refused' && isError === false && (seen ?? '').includes(browserNotAsked);
}

function controlWords(cell: ReachCell | undefined): string {
  const said = oneLine(cell?.why ?? cell?.answer?.text ?? '');
  return clip(`a public address is ${cell?.verdict ?? 'not-asked'} on it${said ? `: ${said}` : ''}`, 300);
}

/** A text of the content of the target, which its address does not hold. */
function proofOf({ id }: Target): string {
  if (id === 'data') return dataText;
  // Every such file has it.
  return id === 'system-file' ? 'PRETTY_NAME=' : canaryOf(id);
}
