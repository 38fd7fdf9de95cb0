import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * An MCP server on standard input and output with one tool, `run`, that runs a program of the command line: how agents
 * with a shell use it. Stands alone in the folder of an episode. Its one argument says the program as JSON.
 */
type ProgramSpec = {
  /** Of the program. */
  name: string;
  /** The words that begin every command line. */
  command: readonly string[];
  /** The arguments that lead it to the browser, and those that end what it left running. */
  attach: readonly string[];
  end: readonly string[];
  /** What it is run in. */
  folder: string;
};
type Ran = { text: string; isError: boolean };
type Request = { id?: number | string; method?: string; params?: Record<string, unknown> };

/** What an agent is given of one command; the longest snapshots are a tenth of it. */
const maxChars = 4_000_000;
const maxHelpChars = 30_000;
const limitMs = 60_000;
const endLimitMs = 400;

const told: ProgramSpec = JSON.parse(process.argv[2] ?? '{}');

function run(args: readonly string[], timeout = limitMs): Promise<Ran> {
  return new Promise((resolve) => {
    const [program = '', ...first] = told.command;
    const child = spawn(program, [...first, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    });
    let text = '';
    const add = (chunk: string) => {
      text = `${text}${chunk}`.slice(0, maxChars);
    };
    child.stdout.setEncoding('utf8').on('data', add);
    child.stderr.setEncoding('utf8').on('data', add);
    child.on('error', (error) => resolve({ text: String(error), isError: true }));
    // A daemon that it left behind may keep the pipes open: its own end is what counts.
    child.on('exit', (code, signal) => {
      const ending = code === 0 ? '' : `\n(${signal === null ? `exit code ${code}` : `ended by ${signal}`})`;
      // What it wrote last is still on its way.
      setImmediate(() => setImmediate(() => resolve({ text: `${text}${ending}`, isError: code !== 0 })));
    });
  });
}

async function tools() {
  const { text } = await run(['--help']);
  const description = `Runs ${told.name} with these arguments and gives what it prints. It is attached to the browser already.\n\n${text.slice(0, maxHelpChars)}`;
  const args = {
    type: 'array',
    items: { type: 'string' },
    description: `The words after ${told.name}, one each, without quotes of a shell; $PWD is the working folder.`,
  };
  return [
    { name: 'run', description, inputSchema: { type: 'object', properties: { args }, required: ['args'] } },
  ];
}

async function answerTo({ method, params = {} }: Request): Promise<object> {
  if (method === 'initialize') {
    const { text, isError } = await run(told.attach);
    if (isError) throw new Error(`${told.name} ${told.attach.join(' ')}: ${text}`);
    const { protocolVersion = '2025-06-18' } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: told.name, version: '0' } };
  }
  if (method === 'tools/list') return { tools: await tools() };
  if (method === 'ping') return {};
  if (method !== 'tools/call') throw new Error(`unknown method ${method}`);
  const { name, arguments: given } = params;
  const { args } = (given ?? {}) as { args?: unknown };
  if (name !== 'run') throw new Error(`unknown tool ${name}; there is run`);
  if (!Array.isArray(args) || !args.every((each) => typeof each === 'string'))
    throw new Error(`args: found ${JSON.stringify(args)?.slice(0, 100)}; it must be a list of words`);
  const { text, isError } = await run(args.map((each) => each.replaceAll('$PWD', told.folder)));
  return { content: [{ type: 'text', text }], isError };
}

let last: Promise<unknown> = Promise.resolve();

function answer(line: string): void {
  let request: Request;
  try {
    request = JSON.parse(line);
  } catch {
    return;
  }
  const { id } = request;
  if (id === undefined) return;
  // One after the other, as a shell would.
  last = last.then(async () => {
    const said = await answerTo(request).then(
      (result) => ({ result }),
      (error: Error) => ({ error: { code: -32602, message: error.message } }),
    );
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...said })}\n`);
  });
}

createInterface({ input: process.stdin })
  .on('line', answer)
  .on('close', async () => {
    await run(told.end, endLimitMs);
    process.exit();
  });
