import { Socket } from 'node:net';
import { type BrowserVersion, upgrade } from './browser.ts';
import { LastAnswer } from './converse.ts';
import { FrameReader, frameOf, type Piece, WholeMessages } from './frames.ts';
import { flowInto, leave, readCommand } from './leave.ts';

const messageEnd = Buffer.from([0]);

/** Connects the browser to file descriptors 3 (commands) and 4 (answers and events). A zero byte ends each message. */
export async function servePipe(endpoint: URL, { path }: BrowserVersion): Promise<void> {
  const [commands, answers] = openPipes();
  // Set up at once, because the launcher may exit before the browser answers. A half-closed socket emits only `end`.
  for (const event of ['end', 'close']) commands.on(event, () => leave(0, [answers]));
  answers.on('error', () => leave(0, []));
  const { socket: browser, first } = await upgrade(endpoint, path);
  const [asked, frames] = [new WholeMessages(), new FrameReader()];
  const last = new LastAnswer((answer) => {
    answers.write(Buffer.concat([answer, messageEnd]));
    leave(0, [answers, browser]);
  });
  const take = (message: Buffer) => {
    const command = readCommand(message);
    if (last.isAsked) return;
    if ('lastAnswer' in command) last.ask(command.lastAnswer);
    else flowInto(browser, commands, ...frameOf('data', command.passOn, true));
  };
  const hear = ({ kind, bytes, isLast }: Piece) => {
    if (last.isGiven) return;
    if (kind === 'close') leave(1, [answers], 'the browser is gone');
    if (kind === 'ping') flowInto(browser, commands, ...frameOf('pong', bytes, true));
    if (kind !== 'data') return;
    flowInto(answers, browser, bytes, ...(isLast ? [messageEnd] : []));
    last.said(isLast);
  };
  const read = (bytes: Buffer) => {
    for (const piece of frames.read(bytes)) hear(piece);
  };
  commands.on('data', (bytes) => {
    for (const message of asked.split(bytes)) take(message);
  });
  browser.on('error', () => {});
  browser.on('close', () => leave(1, [answers], 'the browser is gone'));
  browser.on('data', read);
  if (first.length > 0) read(first);
}

function openPipes(): [commands: Socket, answers: Socket] {
  try {
    return [
      new Socket({ fd: 3, readable: true, writable: false }).on('error', () => {}),
      new Socket({ fd: 4, readable: false, writable: true }),
    ];
  } catch {
    // Chromium's own message.
    throw new Error('Remote debugging pipe file descriptors are not open.');
  }
}
