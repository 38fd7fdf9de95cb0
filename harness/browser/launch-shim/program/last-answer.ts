/** How long the end of a message may take that has begun before the last answer. */
const waitLimitMs = 5000;

/** Gives the last answer as soon as no other message is half said, and only once. */
export class LastAnswer {
  /** Whether it was asked for: from then on no command is taken. */
  isAsked = false;
  /** Whether it was given: from then on nothing more is said. */
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

  /** A part of another message was said; `isLast`: its end. */
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
