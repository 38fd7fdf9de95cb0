import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Chromium } from '../../browser/chromium/find-chromium.ts';
import type { Hidden } from '../../platform/confine/places.ts';
import { digest } from '../../platform/digest.ts';
import { align } from '../../platform/words/columns.ts';
import type { ToolReading } from '../../results/records/channels-record.ts';
import { type ChannelGroup, Exposure } from '../../results/records/parts/exposure.ts';
import { openGuest } from '../../run/episode/open-stage.ts';
import { openCall } from '../../servers/connect-server.ts';
import { LostTransport } from '../../servers/pipe-transport.ts';
import { type CallTemplate, fillTemplate, type Server } from '../../servers/server.ts';
import { readingsOf } from '../../servers/tool-mappings/follow-tools.ts';
import { toolMappingOf } from '../../servers/tool-mappings/index.ts';
import { usualReadingIn } from '../../servers/tool-mappings/usual-reading.ts';
import type { PartWork } from '../parts/part.ts';
import { channels } from './channels.ts';
import { canaryOf, probePages, probeUrls } from './probe-pages.ts';

/** Time limit of a tool; a tool that waits for an answered dialog never returns. */
const defaultCallLimitMs = 8000;
/** Time limit for the page's scripts, and for the server to notice their effects. */
const runLimitMs = 5000;
const settleMs = 500;

/** How servers mark content that is not their own. */
const marks = /[^\n]{0,60}(?:untrusted|not trusted|do not follow (?:any )?instructions)[^\n]{0,60}/i;

type ServerAnswer = { text: string; error: string | null };

export const exposureWork: PartWork<Exposure> = {
  schema: Exposure,
  open: async (around) => {
    const hidden = { checkout: around.project.checkout, answers: [] };
    return ({ server }) => readChannels(server, { chromium: around.chromium, hidden });
  },
  differ,
  lines,
};

/**
 * Opens the page of all channels on a server and calls each of its reading tools; then the page with a dialog. It leaves no
 * server or browser behind. Throws if the server dies on the first page, or gives no answer at all.
 */
export async function readChannels(
  server: Server,
  {
    chromium,
    hidden,
    callLimitMs = defaultCallLimitMs,
  }: { chromium: Chromium; hidden: Hidden; callLimitMs?: number },
): Promise<Exposure> {
  const fixtureSites = probePages(channels);
  await using guest = await openGuest({
    server,
    chromium,
    web: { kind: 'hermetic', fixtureSites },
    mark: `channels-${randomUUID()}`,
    hidden,
  });
  const answers: string[] = [];
  let lost: LostTransport | null = null;
  const ask = async (template: CallTemplate): Promise<ServerAnswer> => {
    try {
      const { tool, args } = fillTemplate(template, {}, server, answers);
      const answer = await within(callLimitMs, guest.server.call(tool, args));
      answers.push(answer.text);
      return { text: answer.text, error: answer.isError ? answer.text.slice(0, 200) : null };
    } catch (error) {
      if (error instanceof LostTransport) lost ??= error;
      return { text: '', error: error instanceof Error ? error.message : String(error) };
    }
  };
  const mapping = toolMappingOf(server);
  const listed = guest.server.tools;
  const open = (url: string) => openCall(server, listed, url);
  const reads = readingsOf(server, listed);
  const visit = async (url: string, ran: () => Promise<void>): Promise<ServerAnswer[]> => {
    const opened = await ask(open(url));
    await ran();
    const said = [opened];
    for (const template of reads) said.push(await ask(template));
    return said;
  };
  const onPage = await visit(probeUrls.main, () => until(() => guest.web.hermetic?.gave(probeUrls.ran, 200)));
  // Answers that never came show nothing about what the tools read.
  if (lost !== null) throw lost;
  if (answers.length === 0) throw new Error(`no tool gave an answer within ${callLimitMs / 1000} s`);
  const onDialog = await visit(probeUrls.dialog, () => until(() => guest.browser.watch.judgedTab()?.dialog));
  const asked = [open('{url}'), ...reads];
  const tools = asked.map(({ tool, args }, index): ToolReading => {
    // Whether the opening call still sees the dialog is random.
    const [page, dialog] = [onPage[index], index === 0 ? undefined : onDialog[index]];
    const text = `${page?.text ?? ''}\n${dialog?.text ?? ''}`;
    return {
      tool,
      args: args as ToolReading['args'],
      found: channels.filter((channel) => text.includes(canaryOf(channel))).map(({ id }) => id),
      marked: marks.exec(text)?.[0].trim() ?? null,
      error: page?.error ?? null,
    };
  });
  const usual = usualReadingIn(tools, mapping?.read(mapping.firstPage) ?? null);
  const [byUsual, byAny] = [new Set(tools[usual ?? -1]?.found), new Set(tools.flatMap(({ found }) => found))];
  const reached = (group: ChannelGroup) => {
    const ids = channels.filter((channel) => channel.group === group).map(({ id }) => id);
    return {
      usual: ids.filter((id) => byUsual.has(id)).length,
      any: ids.filter((id) => byAny.has(id)).length,
      of: ids.length,
    };
  };
  const seen = reached('seen');
  return {
    editionSha256: digest([fixtureSites.sha256, channels.map(({ id, group }) => [id, group])]),
    channels: channels.map(({ id, title, group }) => ({ id, title, group })),
    tools,
    usual,
    names: reached('names'),
    invisible: reached('invisible'),
    source: reached('source'),
    missed: { usual: seen.of - seen.usual, any: seen.of - seen.any, of: seen.of },
  };
}

function within<T>(limitMs: number, call: Promise<T>): Promise<T> {
  const limit = new AbortController();
  const late = delay(limitMs, undefined, { signal: limit.signal }).then(() => {
    throw new Error(`no answer within ${limitMs / 1000} s`);
  });
  return Promise.race([call, late]).finally(() => limit.abort());
}

/** Waits until the condition holds or a time limit passes, and then for the server to notice. */
async function until(holds: () => unknown): Promise<void> {
  const end = performance.now() + runLimitMs;
  while (!holds() && performance.now() < end) await delay(20);
  await delay(settleMs);
}

function differ(stored: Exposure, found: Exposure): string[] {
  const ways = ({ tools }: Exposure) =>
    new Map(tools.map((each) => [JSON.stringify([each.tool, each.args]), each]));
  const [before, now] = [ways(stored), ways(found)];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((way) => {
    const [old, each] = [before.get(way), now.get(way)];
    if (!old || !each) return [`${way} is ${old ? 'gone' : 'new'}`];
    const came = each.found.filter((channel) => !old.found.includes(channel));
    const went = old.found.filter((channel) => !each.found.includes(channel));
    return [...came.map((channel) => `+${channel}`), ...went.map((channel) => `-${channel}`)].map(
      (change) => `${each.tool}: ${change}`,
    );
  });
}

/** One line for each channel, one column for each tool. */
function lines({ channels: all, tools, usual, ...groups }: Exposure): string[] {
  const head = ['text', ...tools.map((_, index) => String(index + 1))];
  const rows = all.map(({ id, title, group }) => [
    `${title}${group === 'seen' ? ' (seen)' : ''}`,
    ...tools.map(({ found }) => (found.includes(id) ? 'x' : '.')),
  ]);
  const legend = tools.map(
    ({ tool, args, error, marked }, index) =>
      `${index + 1}  ${tool} ${JSON.stringify(args)}${index === usual ? ' (the usual reading)' : ''}${error === null ? '' : `: ${error.split('\n')[0]}`}${marked === null ? '' : `; marks page content: ${marked}`}`,
  );
  const sums = (['names', 'invisible', 'source'] as const).map(
    (group) =>
      `${group}: ${groups[group].usual} by the usual reading, ${groups[group].any} by any, of ${groups[group].of}`,
  );
  const { missed } = groups;
  return [
    ...align([head, ...rows]),
    ...legend,
    ...sums,
    `texts that a person sees: the usual reading leaves out ${missed.usual} of ${missed.of}, all of them ${missed.any}`,
  ];
}
