import type { IncomingMessage } from 'node:http';
import { deepestJson, isDeeper } from '../platform/errors/json.ts';

/**
 * What no host is to blame for, whatever it does with such a request. It is answered with a 400: whoever could make a
 * host break down by it could turn an own failure into one of the host.
 */
class MalformedRequest extends Error {}

/**
 * With its whole body, so that what a host does of it is one piece of work. Throws `MalformedRequest` for an address that
 * cannot be read, and for a method that no page may use (`TRACE`).
 */
export async function readRequest(url: string, message: IncomingMessage): Promise<Request> {
  if (!isReadable(url)) throw new MalformedRequest('its address cannot be read');
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const method = message.method ?? 'GET';
  const takesNoBody = method === 'GET' || method === 'HEAD';
  const body = takesNoBody ? null : await bodyOf(message);
  try {
    return new ReceivedRequest(url, { method, headers, body });
  } catch (error) {
    throw new MalformedRequest(`it is none: ${error}`);
  }
}

/** A page may send gigabytes: what is longer is read to its end and not kept. */
const maxBodyBytes = 2 ** 24;

async function bodyOf(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes <= maxBodyBytes) chunks.push(chunk);
  }
  if (bytes > maxBodyBytes) throw new MalformedRequest(`its body has ${bytes} bytes, over ${maxBodyBytes}`);
  return Buffer.concat(chunks);
}

/** Whether a host failed to read a request only because it is none, or was broken off. */
export function isMalformed(error: unknown, message: IncomingMessage): boolean {
  return error instanceof MalformedRequest || (message.errored !== null && !message.complete);
}

/** A body that is not what its own content type says is the sender's mistake; that it has another type is not. */
class ReceivedRequest extends Request {
  override async json(): Promise<unknown> {
    const text = await this.text();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw this.has(/^application\/json\b/i) ? new MalformedRequest(`its body is no JSON: ${error}`) : error;
    }
    if (isDeeper(value, deepestJson)) throw new MalformedRequest(`its body has over ${deepestJson} levels`);
    return value;
  }

  override async formData(): Promise<FormData> {
    try {
      return await super.formData();
    } catch (error) {
      throw this.has(/^multipart\/form-data\b/i)
        ? new MalformedRequest(`its body is no form: ${error}`)
        : error;
    }
  }

  private has(type: RegExp): boolean {
    return type.test(this.headers.get('content-type') ?? '');
  }
}

function isReadable(url: string): boolean {
  try {
    return decodeURIComponent(new URL(url).pathname) !== '';
  } catch {
    return false;
  }
}
