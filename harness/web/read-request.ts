import type { IncomingMessage } from 'node:http';
import { deepestJson, isDeeper } from '../platform/errors/json.ts';

/**
 * The sender's mistake, answered with a 400 and never counted against the host. Otherwise an agent could disguise its
 * own failure as one of the host.
 */
class MalformedRequest extends Error {}

/**
 * The request with its whole body, so that the host handles it in one transaction. Throws `MalformedRequest` for an
 * unreadable address and for a method that pages cannot use (`TRACE`).
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
    throw new MalformedRequest(`not a valid request: ${error}`);
  }
}

/** A page may send gigabytes: a longer body is read to its end and dropped. */
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

/** Whether a host failed only because the request is malformed or was cut off. */
export function isMalformed(error: unknown, message: IncomingMessage): boolean {
  return error instanceof MalformedRequest || (message.errored !== null && !message.complete);
}

/** A body that contradicts its own content type is the sender's mistake; an unexpected content type is not. */
class ReceivedRequest extends Request {
  override async json(): Promise<unknown> {
    const text = await this.text();
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      throw this.has(/^application\/json\b/i)
        ? new MalformedRequest(`its body is invalid JSON: ${error}`)
        : error;
    }
    if (isDeeper(value, deepestJson)) throw new MalformedRequest(`its body has over ${deepestJson} levels`);
    return value;
  }

  override async formData(): Promise<FormData> {
    try {
      return await super.formData();
    } catch (error) {
      throw this.has(/^multipart\/form-data\b/i)
        ? new MalformedRequest(`its body is not a valid form: ${error}`)
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
