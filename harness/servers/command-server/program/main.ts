import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/**
 * An MCP server on standard input and output. Its one tool, `run`, runs a command line program as agents with a shell
 * do. This file is copied alone into the folder of an episode. Its one argument is a `ProgramSpec` as JSON.
 */
type ProgramSpec = {
  /** The name of the program. */
  name: string;
  /** The first words of every command line. */
  command: readonly string[];
  /** The arguments that attach it to the browser, and those that end its background processes. */
  attach: readonly string[];
  end: readonly string[];
  /** The working directory. */
  folder: string;
};
type Ran = { text: string; isError: boolean };
type Request = { id?: number | string; method?: string; params?: Record<string, unknown> };

/** The limit of one command's output; the longest snapshots are a tenth of it. */
const maxChars = 4_000_000;
const maxHelpChars = 30_000;
const limitMs = 60_000;
const endLimitMs = 400;

const spec: ProgramSpec = JSON.parse(process.argv[2] ?? '{}');

function run(args: readonly string[], timeout = limitMs): Promise<Ran> {
  return new Promise((resolve) => {
    const [program = '', ...first] = spec.command;
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
    // A daemon left behind may keep the pipes open, so the exit of the program counts.
    child.on('exit', (code, signal) => {
      const ending = code === 0 ? '' : `\n(${signal === null ? `exit code ${code}` : `ended by ${signal}`})`;
      // Its last output may still be in the pipes.
      setImmediate(() => setImmediate(() => resolve({ text: `${text}${ending}`, isError: code !== 0 })));
    });
  });
}

async function tools() {
  const { text } = await run(['--help']);
  const description = `Runs ${spec.name} with these arguments and gives what it prints. It is attached to the browser already.\n\n${text.slice(0, maxHelpChars)}`;
  const args = {
    type: 'array',
    items: { type: 'string' },
    description: `The words after ${spec.name}, one each, without quotes of a shell; $PWD is the working folder.`,
  };
  return [
    { name: 'run', description, inputSchema: { type: 'object', properties: { args }, required: ['args'] } },
  ];
}

async function answerTo({ method, params = {} }: Request): Promise<object> {
  if (method === 'initialize') {
    const { text, isError } = await run(spec.attach);
    if (isError) throw new Error(`${spec.name} ${spec.attach.join(' ')}: ${text}`);
    const { protocolVersion = '2025-06-18' } = params;
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: spec.name, version: '0' } };
  }
  if (method === 'tools/list') return { tools: await tools() };
  if (method === 'ping') return {};
  if (method !== 'tools/call') throw new Error(`unknown method ${method}`);
  const { name, arguments: given } = params;
  const { args } = (given ?? {}) as { args?: unknown };
  if (name !== 'run') throw new Error(`unknown tool ${name}; the only tool is run`);
  if (!Array.isArray(args) || !args.every((each) => typeof each === 'string'))
    throw new Error(`args: got ${JSON.stringify(args)?.slice(0, 100)}; expected a list of strings`);
  const { text, isError } = await run(args.map((each) => each.replaceAll('$PWD', spec.folder)));
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
  // One at a time, as in a shell.
  last = last.then(async () => {
    const reply = await answerTo(request).then(
      (result) => ({ result }),
      (error: Error) => ({ error: { code: -32602, message: error.message } }),
    );
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
  });
}

createInterface({ input: process.stdin })
  .on('line', answer)
  .on('close', async () => {
    await run(spec.end, endLimitMs);
    process.exit();
  });
