/** A sender or recipient, as mail programs print it: `Ada Bell <ada@example.test>`. */
export type Address = { readonly name: string; readonly email: string };

/** The folder of a thread. A thread is in one folder and can have any number of labels. */
export type Folder = { readonly id: string; readonly name: string; readonly builtIn: boolean };

export type Label = { readonly id: string; readonly name: string; readonly colour: string };

export type Thread = {
  readonly id: string;
  readonly subject: string;
  readonly folder: string;
  readonly labels: readonly string[];
  readonly starred: boolean;
};

/** One sent or received mail; it never changes. Times are ISO 8601 in UTC. */
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

/** Marks a message as read: opening it adds the row. A separate table, so that a contract can ignore reading. */
export type Read = { readonly id: string };

/** `message` is the id of a message, or of the draft that holds the file. */
export type Attachment = {
  readonly id: string;
  readonly message: string;
  readonly name: string;
  readonly type: 'text/csv' | 'text/plain';
  readonly text: string;
};

/**
 * `to`, `cc` and `bcc` are stored as typed, because a draft may hold half an address. `attached` are ids of
 * attachments to send with it, for example those of a forwarded message: starting a draft copies nothing.
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

/** A filter for incoming mail. An empty condition matches every mail; `folder` and `label` are ids or empty. */
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

/** One row, `settings`. `signature` is the id of the default signature, or empty. */
export type Settings = {
  readonly id: string;
  readonly displayName: string;
  readonly pageSize: number;
  readonly signature: string;
};

/** One row, `vacation`. Dates are `YYYY-MM-DD`, both included; an empty date means no limit. */
export type Vacation = {
  readonly id: string;
  readonly enabled: boolean;
  readonly from: string;
  readonly until: string;
  readonly subject: string;
  readonly text: string;
};

/** The senders who already got the vacation reply: each gets it once. */
export type Answered = { readonly id: string };

/** The previous rows of threads, for undo. Volatile. */
export type Undo = { readonly id: string; readonly words: string; readonly before: readonly Thread[] };

/** The mail that a form has already sent, by the id of its draft: the same form sent twice is one mail. Volatile. */
export type Submission = { readonly id: string; readonly message: string; readonly content: string };
