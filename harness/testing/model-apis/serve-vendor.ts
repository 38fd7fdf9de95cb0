import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { warmUpWords } from '../../agents/models/warm-up.ts';
import type { ApiFormat, VendorRefusal } from './wire/api-format.ts';
import type { HttpRequest, Model } from './wire/refusal.ts';
import type { Answer, Figures, Question, Script } from './wire/script.ts';
import { misbehave } from './wire/transport.ts';

type VendorRequest = {
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
  /** The rule that it broke. */
  refused: string | null;
  /** What the answer was counted as; null where there was none. */
  figures: Figures | null;
  /** When its head came, in milliseconds of this process. */
  atMs: number;
};

export type VendorServer = { url: string; requests: VendorRequest[]; stop(): void };

export type ServeOptions = {
  key: string;
  /** In place of the dialect's own. */
  models: readonly Model[] | null;
  maxBytes: number;
  /** What the model says to a warm-up request; default: the call that it asks for. No request of `script` counts it. */
  warmUp?: Script | undefined;
  /** Refuses as the vendor does; else it takes everything, thinks nothing and counts 100 in and 10 out. */
  strict: boolean;
};

/** Speaks some dialects on one port of the loopback address, with a scripted model behind them. */
export async function serveVendor(
  apiFormats: readonly ApiFormat[],
  script: Script,
  { key, models, maxBytes, strict, warmUp = obey }: ServeOptions,
): Promise<VendorServer> {
  const requests: VendorRequest[] = [];
  const sessions = apiFormats.map((dialect) => ({
    dialect,
    session: dialect.open({ key, models: models ?? dialect.models, maxBytes, thinks: strict }),
  }));
  let number = 0;
  const answer = async (message: IncomingMessage, response: ServerResponse) => {
    const atMs = performance.now();
    const sent = await receive(message);
    const { dialect, session } = sessions.find((each) => each.dialect.route.test(sent.path)) ?? {};
    const note: VendorRequest = {
      path: sent.path,
      headers: message.headers,
      body: looseBody(sent.text),
      refused: null,
      figures: null,
      atMs,
    };
    requests.push(note);
    if (!dialect || !session) return sendJson(response, 404, { error: { message: `no ${sent.path}` } });
    const refuse = ({ row, body }: VendorRefusal, headers = {}) => {
      note.refused = row.rule;
      sendJson(response, row.status, body, headers);
    };
    const judged = strict ? session.judge(sent) : session.hear(sent);
    if ('refused' in judged) return refuse(judged.refused);
    if ('aside' in judged) return sendJson(response, 200, judged.aside);
    const { heard, model, body } = judged;
    const isWarmUp = sent.text.includes(warmUpText);
    if (!isWarmUp) number += 1;
    const asked = { number, model: model.id, tools: heard.tools, answers: heard.answers };
    const reply = await (isWarmUp ? warmUp : script)(asked);
    if ('refuse' in reply) return refuse(dialect.refused(reply.refuse), retryAfter(reply.retryAfterS));
    const error = (words: string, status: number) => dialect.error({ type: 'stand_in', words, status });
    if ('status' in reply)
      return sendJson(response, reply.status, error(reply.message ?? 'refused', reply.status), reply.headers);
    const said: Answer =
      'transport' in reply ? { text: 'This text is long enough to be cut in two.' } : reply;
    note.figures = strict ? figuresOf(session.measure(heard, model), said) : fixedFigures(said);
    const whole = session.speak(
      { answer: said, figures: note.figures, model: said.answeredBy ?? model.id },
      body,
      sent,
    );
    const { stream } = heard;
    const json = JSON.stringify(whole.json);
    if ('transport' in reply) {
      const inWords = (words: string) => JSON.stringify(error(words, 500));
      return misbehave(
        reply.transport,
        { json, events: whole.events, stream, error: inWords },
        response,
        message,
      );
    }
    const { form = 'text/event-stream' } = whole;
    response.writeHead(200, { 'content-type': stream ? form : 'application/json' });
    if (!stream) return void response.end(json);
    for (const event of whole.events) response.write(event);
    response.end();
  };
  const server = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => sendJson(response, 599, { standIn: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const [warmUpText = ''] = warmUpWords('').split(',');

function obey({ tools }: Question): Answer {
  return { calls: [{ tool: tools.at(-1) ?? '', args: { success: true } }] };
}

async function receive(message: IncomingMessage): Promise<HttpRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  const { pathname: path, searchParams: query } = new URL(message.url ?? '/', 'http://stand-in');
  const { method = 'GET', headers } = message;
  return { method, path, query, headers, text: bytes.toString('utf8'), bytes: bytes.length };
}

function looseBody(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text || '{}');
  } catch {
    return {};
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}

/** Output is counted as the prompt is, and thoughts with it; what the script says of figures holds. */
function figuresOf(measured: Figures, { text = '', thinking = '', calls = [], usage }: Answer): Figures {
  const reasoning = Math.ceil(thinking.length / 4);
  const output = reasoning + Math.ceil((text.length + JSON.stringify(calls).length) / 4);
  return { ...measured, output, reasoning, ...(typeof usage === 'object' ? usage : {}) };
}

const fixed: Figures = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0, reasoning: 0 };

function fixedFigures({ usage }: Answer): Figures {
  return { ...fixed, ...(typeof usage === 'object' ? usage : {}) };
}
