/** Whoever writes or is written to, as mail programs print it: `Ada Bell <ada@example.test>`. */
export type Address = { readonly name: string; readonly email: string };

/** Where a thread lies. A thread lies in one folder and may carry any number of labels. */
export type Folder = { readonly id: string; readonly name: string; readonly builtIn: boolean };

export type Label = { readonly id: string; readonly name: string; readonly colour: string };

export type Thread = {
  readonly id: string;
  readonly subject: string;
  readonly folder: string;
  readonly labels: readonly string[];
  readonly starred: boolean;
};

/** One mail as it was sent or came in; it never changes. Times are ISO 8601 in UTC. */
export type Message = {
  readonly id: string;
  readonly thread: string;
  readonly date: string;
  readonly from: string;
  readonly fromName: string;
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly inReplyTo: string | null;
};

/** That a message was read: opening it adds the row. In a table of its own, so that reading can be left out of a judgement. */
export type Read = { readonly id: string };

/** `message` is the id of a message, or of the draft that the file was put into. */
export type Attachment = {
  readonly id: string;
  readonly message: string;
  readonly name: string;
  readonly type: 'text/csv' | 'text/plain';
  readonly text: string;
};

/**
 * `to`, `cc` and `bcc` are as they were typed: a draft may hold half an address. `attached` are ids of attachments that go
 * with it, of the message that is forwarded say: to begin a letter copies nothing.
 */
export type Draft = {
  readonly id: string;
  readonly kind: DraftKind;
  readonly parent: string | null;
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly subject: string;
  readonly text: string;
  readonly attached: readonly string[];
  readonly date: string;
};

export type DraftKind = 'new' | 'reply' | 'reply-all' | 'forward';

export type Contact = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly note: string;
};

/** What is done with mail as it comes in. An empty condition holds for every mail; `folder` and `label` are ids or empty. */
export type Filter = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly words: string;
  readonly folder: string;
  readonly label: string;
  readonly star: boolean;
  readonly markRead: boolean;
  readonly enabled: boolean;
};

export type Signature = { readonly id: string; readonly name: string; readonly text: string };

/** One row, `settings`. `signature` is the id of the one that new mail begins with, or empty. */
export type Settings = {
  readonly id: string;
  readonly displayName: string;
  readonly pageSize: number;
  readonly signature: string;
};

/** One row, `vacation`. Dates are `YYYY-MM-DD`, both included; an empty one is open. */
export type Vacation = {
  readonly id: string;
  readonly enabled: boolean;
  readonly from: string;
  readonly until: string;
  readonly subject: string;
  readonly text: string;
};

/** Who has had the vacation reply: it goes to a sender once. */
export type Answered = { readonly id: string };

/** How the last deeds are taken back: the rows of threads as they were. Volatile. */
export type Undo = { readonly id: string; readonly words: string; readonly before: readonly Thread[] };

/** What a form has sent already, by the id of its draft: the same form sent twice is one mail. Volatile. */
export type Submission = { readonly id: string; readonly message: string; readonly content: string };
