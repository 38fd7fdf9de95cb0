import type { Context } from 'hono';
import { html } from 'hono/html';
import { addressWith } from './address-with.ts';
import type { Document, Markup } from './document-of.ts';

type Shown = Response | Promise<Response>;

/** A request that a site handles: its form fields, and the ways to respond. */
export type Exchange<Notice extends string> = {
  readonly url: URL;
  readonly form: URLSearchParams;
  parameter(name: string): string;
  show(title: string, content: unknown, status?: 200 | 400 | 403 | 404 | 422): Shown;
  /** A page without menu and search. */
  alone(title: string, content: unknown): Shown;
  /** Adds the notice to the query of the address. */
  lead(path: string, notice?: Notice): Response;
};

type Look = { readonly document: Document; frame(url: URL, title: string, content: unknown): Markup };

export function exchangeOf<Notice extends string>(
  context: Context,
  form: URLSearchParams,
  { document, frame }: Look,
): Exchange<Notice> {
  const url = new URL(context.req.url);
  return {
    url,
    form,
    parameter: (name) => context.req.param(name) ?? '',
    show: (title, content, status = 200) => context.html(frame(url, title, content), status),
    alone: (title, content) => context.html(document(title, html`<main id="content">${content}</main>`)),
    lead: (path, notice) => context.redirect(addressWith(new URL(path, url), notice ? { notice } : {}), 303),
  };
}

/** The page of the form, if it is on this site. */
export function backOf({ form, url }: Pick<Exchange<string>, 'form' | 'url'>, otherwise: string): string {
  const back = form.get('back') ?? '';
  const isOurs = back.startsWith('/') && URL.canParse(back, url) && new URL(back, url).origin === url.origin;
  return isOurs ? back : otherwise;
}
