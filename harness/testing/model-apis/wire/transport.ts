import type { IncomingMessage, ServerResponse } from 'node:http';

/** What can happen to an answer between a vendor and its client. */
export const transports = [
  'html',
  'html-502',
  'garbage',
  'empty-object',
  'error-in-200',
  'other-form',
  'reset',
  'hang',
  'drip',
  'cut',
  'echo',
] as const;
export type Transport = (typeof transports)[number];

/** An answer in the two forms that a client can ask for, and the error the vendor would send. */
export type Whole = { json: string; events: string[]; stream: boolean; error: (words: string) => string };

const html = '<!doctype html><title>502 Bad Gateway</title><h1>Bad Gateway</h1>';
/** Between two bytes of a drip: many in any patience, and no load. */
const dripMs = 50;

export function misbehave(
  transport: Transport,
  { json, events, stream, error }: Whole,
  response: ServerResponse,
  { headers }: IncomingMessage,
): void {
  const form = stream ? 'text/event-stream' : 'application/json';
  const whole = stream ? events.join('') : json;
  const overloaded = error('Overloaded');
  const drop = stream ? ':' : ' ';
  const send = (status: number, type: string, text: string) => {
    response.writeHead(status, { 'content-type': type });
    response.end(text);
  };
  const begin = (text: string) => {
    response.writeHead(200, { 'content-type': form });
    response.write(text);
  };
  const ways: Record<Transport, () => void> = {
    html: () => send(200, 'text/html', html),
    'html-502': () => send(502, 'text/html', html),
    garbage: () => send(200, form, `${json.slice(0, json.length / 2)}\u0000`),
    'empty-object': () => send(200, form, stream ? 'data: {}\n\n' : '{}'),
    'error-in-200': () => send(200, form, stream ? `event: error\ndata: ${overloaded}\n\n` : overloaded),
    'other-form': () =>
      send(200, stream ? 'application/json' : 'text/event-stream', stream ? json : events.join('')),
    echo: () => send(401, 'application/json', error(`no such key: ${keyIn(headers)}`)),
    reset: () => response.destroy(),
    hang: () => {},
    cut: () => {
      begin(whole.slice(0, whole.length / 2));
      // The half is on its way before the connection goes.
      setTimeout(() => response.destroy(), dripMs);
    },
    drip: () => {
      begin(drop);
      const drops = setInterval(() => response.write(drop), dripMs);
      response.on('close', () => clearInterval(drops));
    },
  };
  ways[transport]();
}

/** As gateways echo what they were sent. */
function keyIn(headers: IncomingMessage['headers']): string {
  return String(headers.authorization ?? headers['x-api-key'] ?? headers['x-goog-api-key']);
}
