/** `id` is the prefix of its issue keys, as in `ROOF`. */
export type Project = { readonly id: string; readonly name: string; readonly about: string };

/** A person's role in a project. Readers and non-members cannot change anything there. */
export type Member = {
  readonly id: string;
  readonly project: string;
  readonly person: string;
  readonly role: Role;
};

export type Role = 'lead' | 'member' | 'reader';

export type Label = {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly colour: string;
  readonly about: string;
};

/** `due` is `YYYY-MM-DD`. */
export type Milestone = {
  readonly id: string;
  readonly project: string;
  readonly name: string;
  readonly about: string;
  readonly due: string | null;
  readonly closed: boolean;
};

/** `id` is the key at creation and never changes; `key` is the current key after moves. */
export type Issue = {
  readonly id: string;
  readonly key: string;
  readonly formerKeys: readonly string[];
  readonly project: string;
  readonly title: string;
  readonly text: string;
  readonly author: string;
  readonly created: string;
  readonly status: Status;
  readonly reason: Reason | null;
  readonly assignee: string | null;
  readonly priority: Priority;
  /** Labels of its project, in the order of their ids. */
  readonly labels: readonly string[];
  readonly milestone: string | null;
  /** In hours. */
  readonly estimate: number | null;
};

export type Status = 'open' | 'in progress' | 'in review' | 'closed';
export type Reason = 'done' | 'not planned' | 'cannot reproduce' | 'duplicate';
export type Priority = 'urgent' | 'high' | 'normal' | 'low';

/** Times are ISO 8601 in UTC. */
export type Comment = {
  readonly id: string;
  readonly issue: string;
  readonly author: string;
  readonly at: string;
  readonly text: string;
};

/** One history line, with the names of its day; they may have changed since. */
export type Event = {
  readonly id: string;
  readonly issue: string;
  readonly at: string;
  readonly actor: string;
  readonly field: string;
  readonly from: string;
  readonly to: string;
};

/** Read as `<from> <kind> <to>`; `relates` goes both ways and is stored once. */
export type Link = {
  readonly id: string;
  readonly kind: LinkKind;
  readonly from: string;
  readonly to: string;
};

export type LinkKind = 'blocks' | 'duplicates' | 'relates';

export type Watch = { readonly id: string; readonly issue: string; readonly person: string };

/** Actions of others that concern the person of the world. */
export type Notification = {
  readonly id: string;
  readonly kind: 'assigned' | 'mentioned' | 'commented';
  readonly issue: string;
  readonly actor: string;
  readonly at: string;
  readonly read: boolean;
};

/** The query of a list of issues; an empty text means no filter. `label` is a name, because several projects may have it. */
export type Query = {
  readonly project: string;
  readonly status: string;
  readonly assignee: string;
  readonly author: string;
  readonly priority: string;
  readonly label: string;
  readonly milestone: string;
  readonly words: string;
  readonly sort: string;
};

export type SavedFilter = Query & { readonly id: string; readonly name: string };

/** One row, `settings`. */
export type Settings = {
  readonly id: string;
  readonly pageSize: number;
  readonly start: string;
  readonly watchOwn: boolean;
  readonly mailAssigned: boolean;
  readonly mailMentioned: boolean;
};

/** The issue that a form has already created: the same form sent twice is one issue. Volatile. */
export type Submission = { readonly id: string; readonly issue: string };
