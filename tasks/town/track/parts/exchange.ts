import type { Context } from 'hono';
import * as site from '../../site/exchange.ts';
import type { Track } from '../state/track.ts';
import { document, frame, type Visit } from './frame.ts';
import type { Notice } from './notice-bar.ts';

/** A request that the tracker is handling. */
export type Exchange = Visit &
  site.Exchange<Notice> & {
    readonly method: string;
    /** A form field, trimmed. */
    said(name: string): string;
  };

export function exchangeOf(track: Track, context: Context, form = new URLSearchParams()): Exchange {
  const look = {
    document,
    frame: (url: URL, title: string, content: unknown) => frame({ track, url }, title, content),
  };
  return {
    ...site.exchangeOf<Notice>(context, form, look),
    track,
    method: context.req.method,
    said: (name) => (form.get(name) ?? '').replaceAll('\r\n', '\n').trim(),
  };
}
