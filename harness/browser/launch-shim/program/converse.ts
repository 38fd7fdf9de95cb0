import type { Duplex } from 'node:stream';
import type { Upgraded } from './browser.ts';
import { FrameReader, frameOf, type Piece, WholeMessages } from './frames.ts';
import { flowInto, leave, readCommand } from './leave.ts';

/** Joins a launcher's WebSocket to the browser's. `first`: the bytes that came with the launcher's request. */
export function converse(guest: Duplex, first: Buffer, { socket: browser, first: greeting }: Upgraded): void {
  // The launcher may have disconnected during the upgrade.
  if (guest.destroyed) return void browser.destroy();
  const [frames, asked, answered] = [new FrameReader(), new WholeMessages(), new FrameReader()];
  const last = new LastAnswer((answer) => {
    guest.write(
      Buffer.concat([...frameOf('data', answer, false), ...frameOf('close', Buffer.alloc(0), false)]),
    );
    leave(0, [guest, browser]);
  });
  const take = ({ kind, bytes, isLast }: Piece) => {
    const message = kind === 'data' ? asked.take(bytes, isLast) : bytes;
    if (last.isAsked || message === null) return;
    const command = kind === 'data' ? readCommand(message) : { passOn: message };
    if ('lastAnswer' in command) last.ask(command.lastAnswer);
    else flowInto(browser, guest, ...frameOf(kind, command.passOn, true));
  };
  const hear = (bytes: Buffer) => {
    for (const piece of frames.read(bytes)) take(piece);
  };
  const say = (bytes: Buffer) => {
    if (last.isGiven) return;
    flowInto(guest, browser, bytes);
    answered.read(bytes);
    last.said(answered.isBetween);
  };

  join(guest, browser, hear);
  join(browser, guest, say);
  if (greeting.length > 0) say(greeting);
  if (first.length > 0) hear(first);
}

function join(one: Duplex, other: Duplex, take: (bytes: Buffer) => void): void {
  one.on('data', (bytes: Buffer) => {
    try {
      take(bytes);
    } catch {
      // The peer broke the WebSocket protocol, so it gets no further answer.
      one.destroy();
    }
  });
  one.on('error', () => one.destroy());
  one.once('end', () => other.end());
  one.once('close', () => other.destroy());
}

/** The limit for the rest of a message that began before the last answer. */
const waitLimitMs = 5000;

/** Sends the last answer once, as soon as no other message is incomplete. */
export class LastAnswer {
  /** Whether it was requested; from then on commands are ignored. */
  isAsked = false;
  /** Whether it was sent; from then on nothing else is sent. */
  isGiven = false;
  private readonly give: (answer: Buffer) => void;
  private isWithin = false;
  private waiting: Buffer | null = null;

  constructor(give: (answer: Buffer) => void) {
    this.give = give;
  }

  ask(answer: Buffer): void {
    this.isAsked = true;
    this.waiting = answer;
    if (this.isWithin) setTimeout(() => this.now(), waitLimitMs);
    else this.now();
  }

  /** Called after a part of another message was sent; `isLast`: its last part. */
  said(isLast: boolean): void {
    this.isWithin = !isLast;
    if (isLast) this.now();
  }

  private now(): void {
    const answer = this.waiting;
    this.waiting = null;
    if (answer === null) return;
    this.isGiven = true;
    this.give(answer);
  }
}
