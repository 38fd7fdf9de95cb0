import type { Context } from 'hono';
import { html } from 'hono/html';
import type { MailboxState } from '../state/mailbox-state.ts';
import { setSignedIn } from '../state/session.ts';
import { document, frame, type Visit } from './frame.ts';
import type { Notice } from './notice-bar.ts';
import type { Form } from './read-form.ts';

type Shown = Response | Promise<Response>;

/** A request in the mailbox's hands: answers to it, and what its form says. */
export type Exchange = Visit & {
  readonly form: URLSearchParams;
  readonly files: Form['files'];
  parameter(name: string): string;
  show(title: string, content: unknown, status?: 200 | 400 | 404 | 422): Shown;
  /** Without menu and search. */
  alone(title: string, content: unknown): Shown;
  /** `said` is put into the query of the address. */
  lead(
    path: string,
    said?: { readonly notice?: Notice; readonly undo?: string; readonly q?: string },
  ): Response;
  setSignedIn(signedIn: boolean): void;
};

export function exchangeOf(state: MailboxState, context: Context, { fields, files }: Form): Exchange {
  const url = new URL(context.req.url);
  return {
    state,
    url,
    form: fields,
    files,
    parameter: (name) => context.req.param(name) ?? '',
    show: (title, content, status = 200) => context.html(frame({ state, url }, title, content), status),
    alone: (title, content) => context.html(document(title, html`<main id="content">${content}</main>`)),
    lead: (path, said = {}) => {
      const target = new URL(path, url);
      for (const [name, value] of Object.entries(said)) target.searchParams.set(name, value);
      return context.redirect(`${target.pathname}${target.search}`, 303);
    },
    setSignedIn: (signedIn) => setSignedIn(state, signedIn),
  };
}

/** The page that a form stood on, if it is one of ours. */
export function backOf({ form, url }: Exchange, otherwise: string): string {
  const back = form.get('back') ?? '';
  const isOurs = back.startsWith('/') && URL.canParse(back, url) && new URL(back, url).origin === url.origin;
  return isOurs ? back : otherwise;
}
