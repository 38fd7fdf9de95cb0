import type { Context } from 'hono';
import { html } from 'hono/html';
import { setSignedIn } from '../state/session.ts';
import type { Track } from '../state/track.ts';
import { document, frame, type Visit } from './frame.ts';
import type { Notice } from './notice-bar.ts';

type Shown = Response | Promise<Response>;

/** A request in the tracker's hands: answers to it, and what its form says. */
export type Exchange = Visit & {
  readonly form: URLSearchParams;
  readonly method: string;
  parameter(name: string): string;
  /** A field of the form without blanks around it. */
  said(name: string): string;
  show(title: string, content: unknown, status?: 200 | 400 | 403 | 404 | 422): Shown;
  /** Without menu and search. */
  alone(title: string, content: unknown): Shown;
  lead(path: string, notice?: Notice): Response;
  setSignedIn(signedIn: boolean): void;
};

export function exchangeOf(track: Track, context: Context, form: URLSearchParams): Exchange {
  const url = new URL(context.req.url);
  return {
    track,
    url,
    form,
    method: context.req.method,
    parameter: (name) => context.req.param(name) ?? '',
    said: (name) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim(),
    show: (title, content, status = 200) => context.html(frame({ track, url }, title, content), status),
    alone: (title, content) => context.html(document(title, html`<main id="content">${content}</main>`)),
    lead: (path, notice) => {
      const target = new URL(path, url);
      if (notice) target.searchParams.set('notice', notice);
      return context.redirect(`${target.pathname}${target.search}`, 303);
    },
    setSignedIn: (signedIn) => setSignedIn(track, signedIn),
  };
}

/** The page that a form stood on, if it is one of ours. */
export function backOf({ form, url }: Exchange, otherwise: string): string {
  const back = form.get('back') ?? '';
  const isOurs = back.startsWith('/') && URL.canParse(back, url) && new URL(back, url).origin === url.origin;
  return isOurs ? back : otherwise;
}
