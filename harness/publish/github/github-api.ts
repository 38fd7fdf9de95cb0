import type * as z from 'zod';

const limitMs = 30_000;

/** GitHub's REST API for one repository (`owner/name`), as far as a comment needs it. */
export class GithubApi {
  readonly #root: string;
  readonly #headers: Record<string, string>;

  constructor({ url, repository, token }: { url: string; repository: string; token: string }) {
    this.#root = `${url}/repos/${repository}`;
    this.#headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'x-github-api-version': '2022-11-28',
      'user-agent': 'contract-bench',
    };
  }

  async read<T>(path: string, schema: z.ZodType<T>): Promise<T> {
    return schema.parse(await (await this.#send('GET', path)).json());
  }

  async write(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<void> {
    await (await this.#send(method, path, JSON.stringify(body))).body?.cancel();
  }

  /** Stops reading after `maxBytes`, whatever was announced. A redirect to another host goes without the token. */
  async download(path: string, maxBytes: number): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of (await this.#send('GET', path)).body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async #send(method: string, path: string, body?: string): Promise<Response> {
    const response = await fetch(`${this.#root}/${path}`, {
      method,
      headers: { ...this.#headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(limitMs),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${response.statusText}`);
    return response;
  }
}
