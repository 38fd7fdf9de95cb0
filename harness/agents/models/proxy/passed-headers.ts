import type { IncomingHttpHeaders } from 'node:http';

const ofConnection = [
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
  'cookie',
];
const keyHeaders = ['authorization', 'x-api-key', 'x-goog-api-key'];

/** All but what belongs to the connection and what stands for the key. Compressed answers could not be counted. */
export function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const left = Object.entries(headers).filter(([name]) => ![...ofConnection, ...keyHeaders].includes(name));
  return { ...Object.fromEntries(left), 'accept-encoding': 'identity' };
}

export function answerHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const left = Object.entries(headers).filter(
    ([name]) =>
      !['connection', 'content-length', 'transfer-encoding', 'keep-alive', 'set-cookie'].includes(name),
  );
  return Object.fromEntries(left);
}
